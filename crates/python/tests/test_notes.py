"""Notes of a fit as warnings of one category, and what becomes of an interrupt."""

import logging
import pickle
import subprocess
import sys
import textwrap
import warnings
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from rulegen import RugClassifier, RulegenWarning
from rulegen._notes import Doubt
from scipy import sparse
from sklearn.model_selection import cross_val_score

Y = np.arange(60) % 2 == 0


def test_decimals_are_numbers():
    x = np.where(Y, 1.5, 2.5) + np.arange(60) / 100
    model = RugClassifier().fit(pd.DataFrame({"price": [Decimal(str(number)) for number in x]}, dtype=object), Y)
    assert model.rules_.equals(RugClassifier().fit(pd.DataFrame({"price": x}), Y).rules_)


def test_numbers_written_as_text_are_warned_of():
    words = [str(number) for number in np.arange(30)] * 2
    words[7] = "none"
    frame = pd.DataFrame({"price": words})
    with pytest.warns(RulegenWarning, match=r"'price' holds words that are mostly numbers, and is taken.*to_numeric"):
        model = RugClassifier(keep=["price"]).fit(frame, Y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Asked for as categories, or in a column of words, there is nothing to note.
        RugClassifier(keep=["price"], categorical_features=["price"]).fit(frame, Y)
        RugClassifier().fit(pd.DataFrame({"word": np.where(Y, "a", "1")}), Y)
        model.predict(frame)
    numbers = RugClassifier().fit(pd.DataFrame({"price": np.arange(60) // 2}), np.arange(60) > 30)
    with pytest.raises(ValueError, match="price"), warnings.catch_warnings():
        warnings.simplefilter("error")
        numbers.predict(frame)


def test_no_limit_on_depth():
    draw = np.random.default_rng(0)
    X, y = draw.random((300, 3)), draw.random(300) < 0.5
    settings = {"max_iter": 3, "bins": None, "cost_scaling": "none", "penalty": 0.01}
    deep = RugClassifier(max_depth=None, **settings).fit(X, y)
    assert deep.rules_["length"].max() > 5
    # No path in a tree of 300 rows is as long.
    assert deep.rules_.equals(RugClassifier(max_depth=300, **settings).fit(X, y).rules_)


def test_notes_are_those_of_the_fit_whatever_the_log():
    X = pd.DataFrame({"a": np.arange(60) // 2})
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            with ThreadPoolExecutor(4) as threads:
                fit = lambda k: RugClassifier().fit(X.assign(**{f"same{k}": 1.0}), Y)  # noqa: E731
                list(threads.map(fit, range(4)))
    finally:
        logging.disable(logging.NOTSET)
    said = sorted(str(warning.message) for warning in told)
    no_rule = "The model has no rule: every row gets the same answer, false."
    assert said == [f"column 'same{k}' is constant on the training rows: left out\n{no_rule}" for k in range(4)]


def test_a_fit_warns_once_and_says_nothing_that_contradicts():
    text = [str(number) for number in np.random.default_rng(0).permutation(60)]
    X = pd.DataFrame({"a": np.arange(60) // 2, "same": 1.0, "price": ["none", *text[1:]]})
    with pytest.warns(RulegenWarning, match="'same' is constant") as told:
        model = RugClassifier().fit(X, Y)
    (lines,) = (str(warning.message).splitlines() for warning in told)
    assert "price" not in [name for name, _ in model._model.features]
    # The column is left out, so it is taken for nothing.
    advice = "make it numbers with pandas.to_numeric(column, errors='coerce')"
    assert f"column 'price' holds words that are mostly numbers: {advice}" in lines
    assert lines.pop() == "The model has no rule: every row gets the same answer, false."
    assert len(lines) == 3 and any("'price'" in line and "left out" in line for line in lines)
    assert not any("taken for" in line for line in lines)


def test_a_doubt_can_be_sent():
    doubt = Doubt("price", "holds words", "make it numbers")
    again = pickle.loads(pickle.dumps(doubt))
    assert again == doubt and again.of_column_left_out == "column 'price' holds words: make it numbers"


def test_a_warning_has_the_same_words_in_every_fold():
    X = pd.DataFrame({"a": np.arange(60) // 2, "price": [f"{number}" for number in np.arange(30)] * 2})
    X.loc[7, "price"] = "none"
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        cross_val_score(RugClassifier(keep="price"), X, Y, cv=5)
    assert len(told) == 5 and len({str(warning.message) for warning in told}) == 1


def test_a_note_that_is_an_error_leaves_the_model():
    X = pd.DataFrame({"a": np.arange(60) // 2, "same": 1.0})
    model = RugClassifier()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(RulegenWarning, match="'same' is constant"):
            model.fit(X, Y)
    assert len(model.predict(X)) == 60


@pytest.mark.parametrize("form", [np.array, sparse.csc_array])
def test_minus_zero_is_zero(form):
    x = np.array([[-0.0]] * 30 + [[1.0]] * 30)
    model = RugClassifier(categorical_features=[0]).fit(form(x), np.arange(60) >= 30)
    assert "-0" not in " ".join(model.rules_["conditions"])
    assert not model.predict(np.zeros((1, 1)))[0]


MANY = textwrap.dedent(
    """
    import os, signal, threading, time
    import numpy as np
    from rulegen import RugClassifier
    from sklearn.model_selection import cross_val_score
    draw = np.random.default_rng(0)
    X, y = draw.random((4000, 20)), draw.random(4000) < 0.5
    model = RugClassifier(pricers="tree,branch-and-bound", penalty=0.5, cost_scaling="none", bins=10)
    def interrupt():
        time.sleep(2)
        os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=interrupt, daemon=True).start()
    try:
        cross_val_score(model, X, y, cv=50)
    except KeyboardInterrupt:
        print("all of it ended")
    """
)


def test_ctrl_c_ends_a_whole_cross_validation():
    done = subprocess.run([sys.executable, "-c", MANY], capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout.strip() == "all of it ended", done.stderr
