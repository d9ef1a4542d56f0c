"""Every form of data gives the same rules."""

import subprocess
import sys
import textwrap

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from rulegen import RugClassifier, RuleClassifier
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_iris

SETTINGS = {"max_depth": 3, "penalty": 0.5}


def test_frames_of_every_library_agree(mixed):
    frame, y = mixed
    expected = RugClassifier(**SETTINGS).fit(frame, y)
    assert expected.score(frame, y) > 0.9
    said = " ".join(expected.rules_["conditions"])
    assert "colour = red" in said and "size = L" in said and "flag = true" in said
    arrow = pa.Table.from_pandas(frame, preserve_index=False)
    several = pa.Table.from_batches(arrow.to_batches(max_chunksize=100))
    numbers = ["age", "noise"]
    forms = [
        arrow,
        several,
        arrow.combine_chunks().to_batches()[0],
        pl.from_arrow(arrow),
        pl.from_pandas(frame.astype({"size": str})).with_columns(pl.col("size").cast(pl.Categorical)),
        pl.from_pandas(frame.astype({"size": str})).with_columns(pl.col("size").cast(pl.Enum(["S", "M", "L"]))),
        frame.astype({"colour": "string", "flag": "boolean", "age": "Float64"}),
        frame.astype({"colour": "category"}),
        frame.astype(dict.fromkeys(numbers, object)),
    ]
    for form in forms:
        model = RugClassifier(**SETTINGS).fit(form, y)
        assert model.rules_.equals(expected.rules_), type(form)
        assert (model.predict(form) == expected.predict(frame)).all()
        # A model does not ask what library its data come from.
        if not isinstance(form, pa.RecordBatch):
            assert (expected.predict_proba(form) == expected.predict_proba(frame)).all()


def test_arrays_of_objects_hold_numbers_and_words(mixed):
    frame, y = mixed
    array = frame.astype(object).where(frame.notna(), None).to_numpy()
    by_array = RugClassifier(**SETTINGS).fit(array, y)
    by_frame = RugClassifier(**SETTINGS).fit(frame, y)
    assert (by_array.predict(array) == by_frame.predict(frame)).all()
    assert any(words.startswith("x0 ") or " x0 " in words for words in by_array.rules_["conditions"])


def test_integers_floats_and_strides_agree():
    draw = np.random.default_rng(0)
    X = draw.integers(-100, 100, (300, 6))
    y = (X[:, 0] > 3) & (X[:, 4] < 20)
    expected = RugClassifier(**SETTINGS).fit(X, y).rules_
    wide = np.zeros((600, 12))
    wide[::2, ::2] = X
    forms = [X.astype(np.float32), X.astype(np.int8), np.asfortranarray(X, float), wide[::2, ::2], X.tolist()]
    for form in forms:
        assert RugClassifier(**SETTINGS).fit(form, y).rules_.equals(expected)


def test_sparse_is_dense_with_zeros():
    draw = np.random.default_rng(0)
    X = draw.random((300, 20)) * (draw.random((300, 20)) < 0.2)
    y = (X[:, 3] > 0) | (X[:, 7] > 0.5)
    expected = RugClassifier(**SETTINGS).fit(X, y)
    for form in (sparse.csr_matrix, sparse.csc_array, sparse.coo_array):
        model = RugClassifier(**SETTINGS).fit(form(X), y)
        assert model.rules_.equals(expected.rules_)
        assert (model.predict(form(X)) == expected.predict(X)).all()


def test_sparse_cells_of_all_kinds():
    """Cells are missing, negative, zero or given twice; columns are codes, weights 0."""
    draw = np.random.default_rng(1)
    X = np.round(draw.normal(size=(400, 12)), 1) * (draw.random((400, 12)) < 0.3)
    X[draw.random(X.shape) < 0.05] = np.nan
    X[:, 5] = draw.choice([0, 0, 0, 1, 2], 400)
    y = (np.nan_to_num(X[:, 2]) < 0) | (X[:, 5] == 2)
    weights = draw.integers(0, 3, 400)
    twice = sparse.coo_array(X)
    halves = (np.tile(twice.data / 2, 2), tuple(np.tile(place, 2) for place in twice.coords))
    zeros = sparse.csc_array(X)
    zeros.data[:5] = 0.0
    dense = zeros.toarray()
    for estimator in (
        RugClassifier(categorical_features=[5], **SETTINGS),
        RuleClassifier(categorical_features=[5], cv=3),
    ):
        for form, same in ((sparse.csc_array(X), X), (sparse.coo_array(halves, X.shape), X), (zeros, dense)):
            expected = clone(estimator).fit(same, y, sample_weight=weights)
            model = clone(estimator).fit(form, y, sample_weight=weights)
            assert model.to_json() == expected.to_json()
            assert (model.predict_proba(form) == expected.predict_proba(same)).all()
    with pytest.raises(ValueError, match="infinity"):
        RugClassifier().fit(sparse.csc_array(np.where(X > 1, np.inf, X)), y)


WIDE = textwrap.dedent(
    """
    import resource
    import numpy as np
    from rulegen import RugClassifier
    from scipy import sparse
    draw = np.random.default_rng(0)
    rows, columns = draw.integers(0, 4000, 120_000), draw.integers(0, 30_000, 120_000)
    X = sparse.csr_array((draw.random(120_000), (rows, columns)), (4000, 30_000))
    y = X[:, :3000].sum(axis=1) > 1
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    model = RugClassifier(max_depth=2, max_iter=2).fit(X, y)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    """
)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in other units elsewhere")
def test_a_sparse_matrix_is_not_written_out():
    done = subprocess.run([sys.executable, "-c", WIDE], capture_output=True, text=True, check=True)
    kibibytes = int(done.stdout)
    # The numbers alone, written out, are 937,500 KiB.
    assert kibibytes < 600_000


def test_missing_cells_are_data():
    x = np.array([1.0, 2.0, np.nan, np.nan, 3.0, np.nan] * 10)
    y = np.isnan(x)
    model = RugClassifier().fit(x.reshape(-1, 1), y)
    assert "x0 is missing" in set(model.rules_["conditions"])
    assert model.score(x.reshape(-1, 1), y) == 1.0


def test_codes_declared_as_categories(mixed):
    frame, y = mixed
    codes = frame.assign(colour=frame["colour"].map({"red": 3, "green": 1, "blue": 2}))
    for declared in (["colour"], [1]):
        model = RugClassifier(categorical_features=declared, **SETTINGS).fit(codes, y)
        assert "colour = 3" in " ".join(model.rules_["conditions"])
        assert (model.predict(codes) == RugClassifier(**SETTINGS).fit(frame, y).predict(frame)).all()
        assert (model.predict(pl.from_pandas(codes)) == model.predict(codes)).all()


def test_categories_that_training_did_not_see(mixed):
    frame, y = mixed
    model = RugClassifier(**SETTINGS).fit(frame, y)
    other = frame.assign(colour="violet", size=pd.Categorical(["XXL"] * len(frame)))
    assert set(model.predict(other)) <= {"yes", "no"}


def test_what_cannot_be_read_is_named():
    y = [0, 1, 0, 1]
    spans = pd.DataFrame({"a": [1.0, 2, 3, 4], "while": pd.to_timedelta([1, 2, 3, 4], unit="D")})
    with pytest.raises(TypeError, match="column 'while' is of type timedelta64"):
        RugClassifier().fit(spans, y)
    with pytest.raises(TypeError, match="column 'while' is of type"):
        RugClassifier().fit(pl.from_pandas(spans), y)
    with pytest.raises(ValueError, match="infinity"):
        RugClassifier().fit([[1.0], [np.inf], [2.0], [3.0]], y)
    with pytest.raises(ValueError, match="infinity: column 'a', row 1"):
        RugClassifier().fit(pd.DataFrame({"a": [1.0, -np.inf, 2.0, 3.0]}), y)
    with pytest.raises(ValueError, match="two columns have the name 'a'"):
        RugClassifier().fit(pd.DataFrame(np.ones((4, 2)), columns=["a", "a"]), y)
    with pytest.raises(ValueError, match="all are constant"):
        RugClassifier().fit(np.ones((4, 2)), y)


def test_columns_are_checked_at_prediction():
    X, y = load_iris(return_X_y=True, as_frame=True)
    model = RugClassifier().fit(X, y)
    assert list(model.feature_names_in_) == list(X.columns) and model.n_features_in_ == 4
    with pytest.raises(ValueError, match="feature names should match"):
        model.predict(X[X.columns[::-1]])
    with pytest.raises(ValueError, match="features"):
        model.predict(X.to_numpy()[:, :3])
    words = X.astype(object)
    words.iloc[0] = "word"
    with pytest.raises(ValueError, match="numeric in the model but holds words"):
        model.predict(words)


def test_numbers_may_lie_anywhere_in_memory():
    """Numbers in messages of other processes are not aligned."""
    X = np.random.default_rng(0).integers(0, 9, (80, 3)).astype(float)
    y, weights = X[:, 0] > 4, np.arange(80) % 3 + 1.0

    def shifted(numbers):
        memory = np.zeros(numbers.nbytes + 1, np.uint8)[1:]
        memory[:] = np.frombuffer(numbers.tobytes(), np.uint8)
        return memory.view(np.float64).reshape(numbers.shape)

    assert not shifted(X).flags.aligned
    model = RuleClassifier(size=2).fit(X, y, weights)
    again = RuleClassifier(size=2).fit(shifted(X), y, shifted(weights))
    assert again.to_json() == model.to_json()
    assert again.predict(shifted(X)).tolist() == model.predict(X).tolist()
