"""Columns of dates: types of pandas, polars and Arrow, objects, and text."""

import json
import sqlite3
from datetime import date, datetime

import numpy as np
import pandas as pd
import polars as pl
import pytest
from rulegen import RuleClassifier, RulegenWarning


@pytest.fixture(scope="module")
def people():
    """400 rows that leave if they joined from July 2021 on, mostly."""
    draw = np.random.default_rng(1)
    joined = pd.Series(pd.date_range("2019-01-31", periods=48, freq="ME")[draw.integers(0, 48, 400)])
    joined = joined.mask(draw.random(400) < 0.05)
    late = joined >= pd.Timestamp("2021-07-01")
    leaves = np.where(late ^ (draw.random(400) < 0.1), "yes", "no")
    return pd.DataFrame({"joined": joined, "visits": draw.integers(0, 9, 400)}), leaves


@pytest.fixture(scope="module")
def model(people):
    return RuleClassifier(size=3, bins=200).fit(*people)


def forms(joined: pd.Series) -> dict[str, pd.Series]:
    """Return dates as other types."""
    return {
        "a time of the day": joined + pd.Timedelta(hours=23),
        "a time zone": joined.dt.tz_localize("Asia/Tokyo"),
        "dates": joined.dt.date.astype(object).where(joined.notna(), None),
        "moments": joined.astype(object),
        "date32": joined.astype("date32[pyarrow]"),
        "ISO": joined.dt.strftime("%Y-%m-%d"),
        "ISO with a time": joined.dt.strftime("%Y-%m-%dT08:00:00"),
        "German": joined.dt.strftime("%d.%m.%Y"),
        "American": joined.dt.strftime("%m/%d/%Y"),
    }


def test_rules_have_dates(model):
    conditions = set(model.rules_["conditions"])
    assert conditions & {"joined >= 2021-07-01", "joined <= 2021-06-30"}
    assert "2021-06-30" in set(model.literals_["value"])
    file = json.loads(model.to_json())
    assert file["features"][0]["kind"] == "dates" and file["features"][0]["form"] == "YYYY-MM-DD"


@pytest.mark.filterwarnings("ignore:column 'joined' holds times of day")
def test_every_type_is_the_same_to_the_model(people, model):
    X, y = people
    expected = model.predict(X)
    read = RuleClassifier.from_json(model.to_json())
    for name, joined in forms(X["joined"]).items():
        other = X.assign(joined=joined)
        assert (model.predict(other) == expected).all(), name
        assert (read.predict(other) == expected).all(), name
        fitted = RuleClassifier(size=3, bins=200).fit(other, y)
        assert list(fitted.rules_["conditions"]) == list(model.rules_["conditions"]), name
    for frame in (pl.from_pandas(X), pl.from_pandas(X).with_columns(pl.col("joined").cast(pl.Date))):
        assert (model.predict(frame) == expected).all()
        fitted = RuleClassifier(size=3, bins=200).fit(frame, y)
        assert list(fitted.rules_["conditions"]) == list(model.rules_["conditions"])
    zoned = pl.from_pandas(X).with_columns(pl.col("joined").dt.replace_time_zone("Asia/Tokyo"))
    assert (model.predict(zoned) == expected).all()


def test_one_row_may_leave_the_day_open(people, model):
    X, y = people
    german = RuleClassifier(size=3).fit(X.assign(joined=X["joined"].dt.strftime("%d/%m/%Y")), y)
    row = pd.DataFrame({"joined": ["07/06/2021"], "visits": [3]})
    assert german.predict(row) == model.predict(row.assign(joined=pd.Timestamp("2021-06-07")))
    with pytest.raises(ValueError, match="'joined' is of dates in the model but holds dates whose day and month may"):
        model.predict(row)


def test_what_is_no_date_is_refused(people, model):
    X, y = people
    for cells, came in [("soon", "words"), (18000, "numbers")]:
        with pytest.raises(ValueError, match=f"column 'joined' is of dates in the model but holds {came}"):
            model.predict(X.assign(joined=cells))
    numbers = RuleClassifier(size=3).fit(X.assign(joined=np.arange(400) % 7), y)
    if "joined" in set(numbers.literals_["column"]):
        with pytest.raises(ValueError, match="is numeric in the model but holds dates"):
            numbers.predict(X)


def test_categories_stay_where_they_are_asked_for():
    months = pd.to_datetime(["2024-01-01", "2024-02-01", "2024-03-01"] * 20)
    y = np.where(months.month == 2, "b", "a")
    for X in (pd.DataFrame({"month": months}), pd.DataFrame({"month": months.strftime("%Y-%m-%d")})):
        model = RuleClassifier(categorical_features=["month"]).fit(X, y)
        assert set(model.literals_["value"]) <= {"2024-01-01", "2024-02-01", "2024-03-01"}
        assert set(model.literals_["operator"]) <= {"=", "!="}
        assert (model.predict(X) == y).all()
    text = pd.DataFrame({"month": pd.Categorical(months.strftime("%Y-%m-%d"))})
    assert set(RuleClassifier().fit(text, y).literals_["operator"]) <= {"=", "!="}


def test_dates_that_could_be_others_stay_categories():
    X = pd.DataFrame({"day": [f"{1 + k % 5}/{1 + k % 3}/2024" for k in range(60)]})
    with pytest.warns(RulegenWarning, match="column 'day' holds dates that leave open .* is taken for categories"):
        model = RuleClassifier().fit(X, np.where(np.arange(60) % 5 == 2, "b", "a"))
    assert set(model.literals_["operator"]) <= {"=", "!="}


def test_exports_compare_with_dates(people, model):
    X, _ = people
    expected = model.predict(X)
    names: dict = {}
    exec(model.to_python(), names)
    objects = [(None if pd.isna(day) else day.date(), visits) for day, visits in X.itertuples(index=False)]
    kinds = [lambda day: day, str, lambda day: datetime(day.year, day.month, day.day, 23), np.datetime64]
    for kind in kinds:
        rows = [{"joined": None if day is None else kind(day), "visits": visits} for day, visits in objects]
        assert [names["predict"](row) for row in rows] == list(expected), kind
    assert names["predict"]({"joined": pd.NaT, "visits": 3}) == names["predict"]({"joined": None, "visits": 3})
    connection = sqlite3.connect(":memory:")
    for time in ("", "T23:00:00"):
        frame = X.assign(joined=X["joined"].dt.strftime(f"%Y-%m-%d{time}"))
        frame.to_sql("people", connection, index=False, if_exists="replace")
        answers = pd.read_sql(model.to_sql("people").strip().removesuffix(";"), connection)
        assert list(answers["prediction"]) == list(expected)
    with pytest.raises(ValueError, match="column 'joined' holds dates, which ONNX does not have"):
        model.to_onnx()


def test_dates_keep_rows_together(people):
    X, y = people
    days = pd.Series([date(2024, 1, 1 + k % 20) for k in range(400)], name="day")
    RuleClassifier(size=3).fit(X, y, groups=days)
    RuleClassifier(size=3).fit(X.assign(day=pd.to_datetime(days)), y, groups="day")
