//! Models: rules, predictions, files.

use crate::failure::bad_input;
use crate::frame::Frame;
use numpy::{PyArray1, PyArray2, PyArrayMethods, ToPyArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rulegen::proved_over;
use rulegen::rule::{Certificate, Domain, Fallback, FoldsFound, Form, Predictor, SqlColumns, WeightedRule, conditions};

/// The setting that records the type of labels.
const LABEL_TYPE: &str = "label_type";

/// A model, ready to predict.
#[pyclass(frozen, module = "rulegen._rulegen")]
#[derive(Debug)]
pub(crate) struct Model {
    model: rulegen::rule::Model,
    predictor: Predictor,
}

impl Model {
    pub(crate) fn new(model: rulegen::rule::Model) -> Self {
        Model { predictor: Predictor::new(&model), model }
    }

    pub(crate) fn inner(&self) -> &rulegen::rule::Model {
        &self.model
    }
}

#[pymethods]
impl Model {
    /// Reads a model file; nothing in it is trusted.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Model> {
        Ok(Model::new(rulegen::rule::Model::from_json(text).map_err(bad_input)?))
    }

    /// The model file, as the command line writes it.
    fn to_json(&self) -> String {
        self.model.to_json()
    }

    /// A SELECT over `table` with a column `prediction`, one for the probability of each class, and
    /// some for reasons.
    fn to_sql(&self, table: &str, probabilities: bool, reasons: usize) -> PyResult<String> {
        let sql = self.model.to_sql_with(table, SqlColumns { probabilities, reasons });
        sql.map_err(bad_input)
    }

    /// The model in another language: `markdown`, `pmml`, `pmml-scorecard`, `python` or `rust`.
    fn export(&self, language: &str) -> PyResult<String> {
        match language {
            "markdown" => Ok(self.model.to_markdown()),
            "pmml" => self.model.to_pmml().map_err(bad_input),
            "pmml-scorecard" => self.model.to_pmml_scorecard().map_err(bad_input),
            "python" => Ok(self.model.to_python()),
            "rust" => Ok(self.model.to_rust()),
            other => Err(PyValueError::new_err(format!("'{other}' is no language of exports"))),
        }
    }

    /// Pickled as its file.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Model>().getattr("from_json")?, (self.to_json(),)))
    }

    #[getter]
    fn method(&self) -> &str {
        &self.model.method
    }

    #[getter]
    fn target(&self) -> &str {
        &self.model.target
    }

    #[getter]
    fn classes(&self) -> Vec<String> {
        self.model.classes.clone()
    }

    /// The cut points of a target that is a number.
    #[getter]
    fn target_cuts(&self) -> Vec<f64> {
        self.model.target_cuts()
    }

    /// Index of the class that F1 is about.
    #[getter]
    fn positive(&self) -> Option<u32> {
        self.model.positive
    }

    /// Names of the features known in training, and whether they are numbers.
    #[getter]
    fn features(&self) -> Vec<(String, bool)> {
        let features = self.model.schema.features.iter();
        features.map(|f| (f.name.clone(), matches!(f.domain, Domain::Numeric { .. }))).collect()
    }

    /// Names of the features that predictions look at.
    #[getter]
    fn used(&self) -> Vec<String> {
        self.predictor.schema().features.iter().map(|f| f.name.clone()).collect()
    }

    /// The way in which rules make an answer: `votes`, `any-rule` or `all-clauses`.
    #[getter]
    fn form(&self) -> &'static str {
        match self.model.form() {
            Form::AnyRule { .. } => "any-rule",
            Form::AllClauses { .. } => "all-clauses",
            _ => "votes",
        }
    }

    /// The sentences on how rules make an answer.
    #[getter]
    fn how(&self) -> Vec<String> {
        self.model.how()
    }

    /// The points before any rule: of two classes one sum, else one for each class.
    #[getter]
    fn start(&self) -> Vec<f64> {
        self.model.start()
    }

    /// Writes points with their sign.
    fn points_text(&self, points: f64) -> String {
        self.model.points_text(points)
    }

    /// The number of points that double the odds, if points are whole numbers.
    #[getter]
    fn points_per_doubling(&self) -> Option<u32> {
        self.model.points_per_doubling.map(std::num::NonZeroU32::get)
    }

    /// The type of the labels in Python, if the model says it.
    #[getter]
    fn label_type(&self) -> Option<String> {
        self.model.settings.get(LABEL_TYPE).and_then(|kind| kind.as_str()).map(str::to_owned)
    }

    /// The model with a type of its labels, which its file records.
    fn with_label_type(&self, kind: &str) -> Model {
        let mut model = self.model.clone();
        model.settings.insert(LABEL_TYPE.into(), kind.into());
        Model::new(model)
    }

    /// The smallest probability of the positive class at which it is predicted, if there is one.
    #[getter]
    fn threshold(&self) -> Option<f64> {
        self.model.threshold
    }

    /// The class that has the threshold, and the least lead of its votes at which it is predicted.
    #[getter]
    fn cut(&self) -> Option<(u32, f64)> {
        self.model.cut().map(|cut| (cut.class, cut.at))
    }

    /// The model with another threshold, or with none.
    #[pyo3(signature = (threshold))]
    fn with_threshold(&self, threshold: Option<f64>) -> PyResult<Model> {
        Ok(Model::new(self.model.clone().with_threshold(threshold).map_err(bad_input)?))
    }

    /// The class that points speak for, if there are two.
    #[getter]
    fn towards(&self) -> Option<u32> {
        self.model.towards()
    }

    /// The class where no rule applies (and, with a first tree, where none of its leaves does), and
    /// the number of leaves of that tree.
    #[getter]
    fn fallback(&self) -> (u32, usize) {
        match &self.model.fallback {
            Fallback::Class(class) => (*class, 0),
            Fallback::Rules { rules, otherwise } => (*otherwise, rules.len()),
        }
    }

    /// Status, objectives, bound, gap, and the rules that the bounds are about.
    #[getter]
    fn certificate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = certificate(py, &self.model.certificate)?;
        dict.set_item("over", proved_over(&self.model).unwrap_or_default())?;
        let scopes = self.model.certificate.scopes.iter().map(|scope| (scope.max_length, scope.lower_bound));
        dict.set_item("scopes", scopes.collect::<Vec<_>>())?;
        Ok(dict)
    }

    /// One dictionary per rule, in the model's order.
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let rule = |r: &WeightedRule| {
            let dict = PyDict::new(py);
            dict.set_item("conditions", conditions(&self.model.schema, &r.rule).join(" and "))?;
            dict.set_item("class", r.class)?;
            dict.set_item("weight", r.weight)?;
            dict.set_item("points", self.model.points(r))?;
            dict.set_item("coverage", r.support.covered)?;
            dict.set_item("correct", r.support.correct)?;
            dict.set_item("length", r.rule.len())?;
            dict.set_item("folds", r.folds.map(FoldsFound::share))?;
            Ok(dict)
        };
        self.model.rules.iter().map(rule).collect()
    }

    /// Refuses a frame with a column that cannot be the one of training; columns that are absent
    /// pass.
    ///
    /// # Errors
    /// `ValueError` with the column, its kind in the model and the kind of its cells.
    fn check_kinds(&self, frame: PyRef<'_, Frame>) -> PyResult<()> {
        self.model.schema.check_kinds(&frame.table).map_err(bad_input)
    }

    /// The class index of every row.
    fn predict<'py>(&self, py: Python<'py>, frame: PyRef<'py, Frame>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let table = &frame.table;
        let answers = py.detach(|| self.predictor.predict(table)).map_err(bad_input)?;
        Ok(answers.to_pyarray(py))
    }

    /// The summed weights of the rules that cover each row, by class: rows x classes.
    fn votes<'py>(&self, py: Python<'py>, frame: PyRef<'py, Frame>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let table = &frame.table;
        let votes = py.detach(|| self.predictor.scores(table)).map_err(bad_input)?;
        votes.to_pyarray(py).reshape([table.rows(), self.model.classes.len()])
    }

    /// The probability of each class for each row, or its share of the votes: rows x classes.
    fn probabilities<'py>(&self, py: Python<'py>, frame: PyRef<'py, Frame>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let table = &frame.table;
        let probabilities = py.detach(|| self.predictor.probabilities(table)).map_err(bad_input)?;
        probabilities.to_pyarray(py).reshape([table.rows(), self.model.classes.len()])
    }

    /// The votes that each class has before any rule.
    #[getter]
    fn intercepts(&self) -> Vec<f64> {
        let model = &self.model;
        if model.intercepts.is_empty() { vec![0.0; model.classes.len()] } else { model.intercepts.clone() }
    }

    /// True if votes are log-odds.
    #[getter]
    fn has_probabilities(&self) -> bool {
        self.model.has_probabilities()
    }

    /// Sentences on rules that had to be in and are not, and on the lack of rules.
    #[getter]
    fn shortfalls(&self) -> Vec<String> {
        self.model.shortfalls()
    }

    /// The rows that each rule covers, ascending, by rule.
    fn covered<'py>(&self, py: Python<'py>, frame: PyRef<'py, Frame>) -> PyResult<Vec<Bound<'py, PyArray1<u32>>>> {
        let table = &frame.table;
        let covered = |rule: &WeightedRule| {
            let alone =
                rulegen::rule::Model { rules: vec![rule.clone()], fallback: Fallback::Class(0), ..self.model.clone() };
            let coverage = Predictor::new(&alone).coverage(table).map_err(bad_input)?;
            let rows = (0..).zip(coverage).filter(|(_, coverage)| coverage.rules > 0).map(|(row, _)| row);
            Ok(rows.collect::<Vec<u32>>().to_pyarray(py))
        };
        self.model.rules.iter().map(covered).collect()
    }
}

/// Converts a certificate to a dictionary.
pub(crate) fn certificate<'py>(py: Python<'py>, certificate: &Certificate) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("status", certificate.status.to_string())?;
    dict.set_item("objective", certificate.objective)?;
    dict.set_item("lower_bound", certificate.lower_bound)?;
    dict.set_item("gap", certificate.gap())?;
    dict.set_item("lp_objective", certificate.lp_objective)?;
    Ok(dict)
}
