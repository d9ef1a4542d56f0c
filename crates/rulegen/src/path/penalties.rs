//! The path of penalties: the path of the lasso, with rules in place of coefficients (docs/MATH.md
//! 11).

use super::assemble::in_use;
use super::selection::TOLERANCE;
use super::support::{Step, SupportPath};
use crate::FitError;
use crate::parameters::Parameters;
use crate::training::Training;
use rulegen_driver::{Observer, Pricer, run};
use rulegen_limits::Limits;
use rulegen_master::RuleMaster;
use rulegen_rule::Certificate;

/// The number of penalties of a path. Each is the same part of the one before.
const PENALTIES: i32 = 50;

/// The last penalty, as a part of the first.
const LEAST_PENALTY: f64 = 0.01;

/// The path ends once the loss is at most this part of the loss without rules, as in glmnet, whose
/// `devmax` is 0.999.
const LEAST_LOSS: f64 = 1e-3;

/// The first penalty in the search for the largest, and the relative precision at which the search
/// ends.
const SMALL: f64 = 1e-9;

/// Runs column generation at each of [`PENALTIES`] penalties, from the one at which no rule enters
/// down, with the columns and the solution of the penalty before. The rules in use at each penalty
/// are a step, whose weights are fitted again at the penalty and the ridge of the parameters. The
/// path ends at a cap, at a limit, or if no loss is left.
pub(super) fn follow_penalties(
    p: &Parameters,
    training: &Training<'_>,
    pricers: &mut [Box<dyn Pricer>],
    unit: f64,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<SupportPath, FitError> {
    let (settings, caps) = (p.run(limits), p.path_caps());
    // The penalised problem has no ridge, so that the bound is about its optima.
    let bare = Parameters { ridge: Some(0.0), ..p.clone() };
    let mut penalised = training.master(&bare, training.samples.clone(), unit)?;
    penalised.add_rules(training.required.clone());
    let largest = largest_penalty(&mut *penalised, pricers, limits)?;
    let mut path = Follower { p, training, unit, places: Vec::new(), found: SupportPath::default() };
    // The required rules are the first columns, and in every model.
    let required: Vec<usize> = (0..penalised.rules().len().min(training.required.len())).collect();
    path.push(&*penalised, &required, largest, None)?;
    let Some(largest) = largest else { return Ok(path.found) };
    let nothing = loss(&*penalised);
    for k in 1..=PENALTIES {
        let penalty = largest * LEAST_PENALTY.powf(f64::from(k) / f64::from(PENALTIES));
        penalised.set_penalty(penalty)?;
        let ran = run(&mut *penalised, &mut *pricers, &settings, observer)?;
        let used = in_use(&penalised.weights()).into_iter().filter(|k| !required.contains(k));
        let support: Vec<usize> = required.iter().copied().chain(used).collect();
        let conditions: usize = support.iter().map(|&k| penalised.rules()[k].rule.len()).sum();
        if support.len() > caps.rules || caps.conditions.is_some_and(|most| conditions > most) {
            break;
        }
        let objective = penalised.objective_of(&penalised.weights());
        let certificate = Certificate::of(ran.status, objective, ran.objective, ran.lower_bound);
        path.push(&*penalised, &support, Some(penalty), Some(certificate))?;
        if limits.reached().is_some() || loss(&*penalised) <= LEAST_LOSS * nothing {
            break;
        }
    }
    Ok(path.found)
}

/// Returns the penalty at and above which no rule that the pricers find enters. `None` if they find
/// no rule at all. With exact pricers it is that of all rules: a rule of gain `g > 0` at a penalty,
/// of cost `c` there, enters below `(g + c) / c` times that penalty, and where no rule gains none
/// enters (Dinkelbach 1967).
fn largest_penalty(
    master: &mut dyn RuleMaster,
    stages: &mut [Box<dyn Pricer>],
    limits: &Limits,
) -> Result<Option<f64>, FitError> {
    let (mut penalty, mut largest) = (SMALL, None);
    loop {
        master.set_penalty(penalty)?;
        master.solve(0.0, limits)?;
        let problems = master.pricing_problems();
        let mut raised = penalty;
        for pricer in &mut *stages {
            for candidate in pricer.price(&problems, limits)?.candidates {
                let problem = problems.iter().find(|problem| problem.tag == candidate.tag);
                let cost = problem.map_or(f64::INFINITY, |problem| problem.cost(candidate.rule.len()));
                raised = raised.max(penalty * (candidate.gain + cost) / cost);
            }
        }
        if raised <= penalty * (1.0 + SMALL) || !raised.is_finite() {
            return Ok(largest);
        }
        (penalty, largest) = (raised, Some(raised));
    }
}

/// Returns the objective without the costs of rules.
pub(super) fn loss(master: &dyn RuleMaster) -> f64 {
    let weights = master.weights();
    let costs: f64 = master.rules().iter().zip(&weights).map(|(column, weight)| column.cost * weight).sum();
    master.objective_of(&weights) - costs
}

/// A path as it grows.
struct Follower<'a> {
    p: &'a Parameters,
    training: &'a Training<'a>,
    unit: f64,
    /// The index in the path's rules of each column of the penalised master, if it is among them.
    places: Vec<Option<usize>>,
    found: SupportPath,
}

impl Follower<'_> {
    /// Appends the step of these columns, with their weights fitted again.
    fn push(
        &mut self,
        penalised: &dyn RuleMaster,
        columns: &[usize],
        penalty: Option<f64>,
        certificate: Option<Certificate>,
    ) -> Result<(), FitError> {
        self.places.resize(penalised.rules().len(), None);
        let mut support = Vec::with_capacity(columns.len());
        for &k in columns {
            let place = *self.places[k].get_or_insert_with(|| {
                let column = &penalised.rules()[k];
                self.found.rules.push((column.rule.clone(), column.tag));
                self.found.rules.len() - 1
            });
            support.push(place);
        }
        let mut refitted = self.training.master(self.p, self.training.samples.clone(), self.unit)?;
        refitted.add_rules(support.iter().map(|&k| self.found.rules[k].clone()).collect());
        // Few rules take no time, so limits are ignored.
        refitted.solve(TOLERANCE, &Limits::default())?;
        self.found.steps.push(Step { penalty, certificate, ..Step::of(&*refitted, support) });
        Ok(())
    }
}
