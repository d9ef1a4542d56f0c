//! What every method has.

/// The parameters of a method: its own, and those that all methods share. Where a default depends on the method, on other
/// parameters or on data it is `None` here, in words in the help, and the method resolves it.
macro_rules! method_parameters {
    (
        $(#[$doc:meta])*
        $name:ident { $($own:tt)* }
        $(library { $($library:tt)* })?
    ) => {
        $crate::parameters::table::parameters! {
            $(#[$doc])*
            $name {
                $($own)*
                /// The class that F1 is computed for and that Boolean rules predict [default: of two classes the second].
                positive: Option<String> = None, {
                    name: "positive", noun: "the positive class", unit: "CLASS", group: ParameterGroup::Data,
                };
                /// Whether classes count by their rows or alike.
                class_weight: ClassWeight = ClassWeight::Rows, {
                    name: "class-weight", noun: "the weight of classes", group: ParameterGroup::Data,
                    recorded: Some("class_weight"),
                };
                /// A column to keep although its values name rows: names, running numbers, unique codes. Without it such columns
                /// are left out. May be given several times.
                keep: Vec<String> = Vec::new(), {
                    name: "keep", noun: "the columns to keep", unit: "COL", group: ParameterGroup::Data,
                };
                /// Categories of fewer training rows have no condition of their own: they are treated like unseen ones. The
                /// three most frequent always have one [default: rules: as min-cover; rug, boolean: 1].
                min_category: Option<usize> = None, {
                    name: "min-category", noun: "the least number of rows of a category", unit: "N",
                    group: ParameterGroup::Data, ranges: &[Range::AT_LEAST_ONE],
                };
                /// Cut points of numeric columns: their N-quantiles, from 2 to 255 (10 in both papers)
                /// [default: rules: 20 where the size is chosen, as if classes had as many rows each, else as rug; rug: all values where there are at most 255, else
                /// 255; boolean: 10].
                bins: Option<Bins> = None, {
                    name: "bins", noun: "the number of bins", unit: "N", group: ParameterGroup::Rules,
                    ranges: &[Range { words: "from 2 to 255", accepts: |n| (2.0..=Bins::MOST as f64).contains(&n) }],
                    recorded: Some("bins"),
                };
                /// Where columns of numbers are cut.
                cuts: Cuts = Cuts::Quantiles, {
                    name: "cuts", noun: "the cut points", group: ParameterGroup::Rules,
                };
                /// The most conditions of a rule [default: rules: 3 where the size is chosen; else no limit].
                max_length: Option<usize> = None, {
                    name: "max-length", noun: "the maximum length", unit: "N", group: ParameterGroup::Rules,
                    ranges: &[Range::AT_LEAST_ONE], recorded: Some("max_length"),
                };
                /// The fewest training rows that a rule covers [default: rug, boolean: 1; rules: a quarter of the root of the
                /// number of rows, at most a twentieth of the rows of the smallest class].
                min_cover: Option<usize> = None, {
                    name: "min-cover", noun: "the least cover of a rule", unit: "N", group: ParameterGroup::Rules,
                    ranges: &[Range::AT_LEAST_ONE],
                };
                /// A column of numbers along which the positive class of two never becomes less likely (COL:+), or never
                /// more likely (COL:-). May be given several times.
                monotone: Vec<Trend> = Vec::new(), {
                    name: "monotone", noun: "the monotone columns", unit: "COL:+|COL:-", group: ParameterGroup::Rules,
                };
                /// Columns that a rule may combine with one another (COL,COL). May be given several times; columns in no group
                /// are one more group.
                together: Vec<Together> = Vec::new(), {
                    name: "together", noun: "the columns that go together", unit: "COL,COL", group: ParameterGroup::Rules,
                };
                /// A condition that no rule may have: 'COL', 'COL <=', 'COL = VALUE', 'COL is missing'. May be given
                /// several times.
                forbidden: Vec<String> = Vec::new(), {
                    name: "forbid", noun: "the forbidden conditions", unit: "CONDITION", group: ParameterGroup::Rules,
                };
                /// The most rules that a model may have [default: no limit; rules: 30 where the size is chosen,
                /// 60 for best].
                max_rules: Option<NonZeroUsize> = None, {
                    name: "max-rules", noun: "the number of rules", unit: "K", group: ParameterGroup::Rules,
                };
                /// The most conditions that all rules may have together [default: no limit].
                max_conditions: Option<NonZeroUsize> = None, {
                    name: "max-conditions", noun: "the number of conditions", unit: "N", group: ParameterGroup::Rules,
                };
                /// Keep errors alike between groups while learning: the mean errors that the method counts may differ by
                /// epsilon. The predictions of each group are printed as with --group.
                fairness: Option<FairnessCriterion> = None, {
                    name: "fairness", noun: "the fairness constraint", unit: "NOTION", group: ParameterGroup::Fairness,
                };
                /// By how much the mean errors of two groups may differ; 0 is strict. Fairness needs it.
                epsilon: Option<f64> = None, {
                    name: "epsilon", noun: "the epsilon", unit: "E", group: ParameterGroup::Fairness,
                    ranges: &[Range::NOT_NEGATIVE],
                };
                /// The stages of pricing, from cheap to exact: pool, tree, greedy, sampled, branch-and-bound,
                /// bilp-cbc, bilp-highs. For `compare`: what to compare, stages joined by +
                /// [default: rules: greedy where the size is chosen, else tree; rug: tree; boolean: greedy, sampled where the
                /// data are large, branch-and-bound].
                pricers: Option<Vec<PricerName>> = None, {
                    name: "pricers", noun: "the list of pricers", unit: "NAMES", group: ParameterGroup::Run,
                    ranges: &[Range::NOT_EMPTY], recorded: Some("pricers"),
                };
                /// When a round goes on to the next stage: until-columns, when no rule came; until-at-least-N, when fewer
                /// than N rules came; all, always.
                stage_policy: StagePolicy = StagePolicy::UntilColumns, {
                    name: "stage-policy", noun: "the policy of stages", unit: "POLICY", group: ParameterGroup::Run,
                };
                /// The most rules that an exact pricer adds for a class and round [default: rug, rules: 30; boolean: 10].
                columns_per_round: Option<NonZeroUsize> = None, {
                    name: "columns-per-round", noun: "the number of columns per round", unit: "N",
                    group: ParameterGroup::Run, recorded: Some("columns_per_round"),
                };
                /// The most seconds for one call of an exact pricer [default: rug, rules: no limit; boolean: 45].
                pricing_time_limit: Option<Duration> = None, {
                    name: "pricing-time-limit", noun: "the time limit of a pricing call", unit: "SECONDS",
                    group: ParameterGroup::Run, ranges: &[Range::TIME],
                };
                /// A model file whose rules the pricer pool offers. That pricer needs it.
                pool: Option<Model> = None, {
                    name: "pool", noun: "the pool", unit: "MODEL", group: ParameterGroup::Run,
                };
                /// The most rounds of column generation. Where the method rules chooses rules one by one, their number bounds the
                /// rounds instead [default: rug, rules: 15, no limit where a pricer is exact; boolean: no limit].
                max_iterations: Option<usize> = None, {
                    name: "iterations", noun: "the number of iterations", unit: "N", group: ParameterGroup::Run,
                    recorded: Some("max_iterations"),
                };
                /// Stop at this relative gap between objective and bound; at 1e-6 a run counts as optimal anyway.
                gap: f64 = 0.0, {
                    name: "gap", noun: "the gap", unit: "X", group: ParameterGroup::Run,
                    ranges: &[Range::NOT_NEGATIVE], recorded: Some("gap"),
                };
                /// Relative tolerance of the first linear programs; 0 solves all to a vertex [default: rug, rules: 0.1 with an
                /// exact pricer, else 0.001; boolean: 0.001].
                tolerance: Option<f64> = None, {
                    name: "tolerance", noun: "the tolerance", unit: "X", group: ParameterGroup::Run,
                    ranges: &[Range::SHARE], recorded: Some("tolerance"),
                };
                /// Dual smoothing: how far on the way from the duals to those of the best bound rules are priced, where
                /// linear programs are large (from 1,000 rules on, by interior points); 0 is none.
                smoothing: f64 = 0.8, {
                    name: "smoothing", noun: "the smoothing", unit: "X", group: ParameterGroup::Run,
                    ranges: &[Range::SHARE], recorded: Some("smoothing"),
                };
                /// How linear programs are solved. The logistic loss has none, and fairness needs interior [default: interior; rug,
                /// rules: dual-simplex if a pricer is exact].
                strategy: Option<LpStrategy> = None, {
                    name: "lp-strategy", noun: "the LP strategy", group: ParameterGroup::Run,
                    recorded: Some("lp_strategy"),
                };
                /// The simplex solver: auto, microlp, or one of those that are built in on request: highs, minilp.
                backend: Backend = Backend::auto(), {
                    name: "lp", noun: "the LP backend", unit: "NAME", group: ParameterGroup::Run,
                    named_default: Some("auto"), recorded: Some("lp"),
                };
                /// End after this many seconds with the best model so far [default: rug, rules: no limit; boolean: 10].
                time_limit: Option<Duration> = None, {
                    name: "time-limit", noun: "the time limit", unit: "SECONDS", group: ParameterGroup::Run,
                    ranges: &[Range::TIME],
                };
                /// The seed of random splits and draws.
                seed: u64 = 0, {
                    name: "seed", noun: "the seed", unit: "SEED", group: ParameterGroup::Run, recorded: Some("seed"),
                };
            }
            library {
                /// What the names of pricers stand for.
                registry: PricerRegistry = PricerRegistry::default();
                /// Whether the log says nothing of columns that are left out: where another fit has said it.
                quiet: bool = false;
                $($($library)*)?
            }
        }

        impl $name {
            /// That linear programs with fairness rows are solved in the one way that knows them.
            fn check_strategy(&self) -> Result<(), ParameterError> {
                let other = self.strategy.filter(|strategy| *strategy != LpStrategy::Interior);
                let shown = ParameterType::write(&other).to_string();
                accept(self.fairness.is_none() || other.is_none(), "the LP strategy", "interior for fair rules", shown)
            }

            /// That the registry has every pricer that is named.
            fn check_pricers(&self) -> Result<(), ParameterError> {
                self.pricers.iter().flatten().try_for_each(|name| self.registry.check(name))
            }

            /// The fewest rows that a rule covers, where data were looked at if they matter.
            pub(crate) fn least_cover(&self) -> u64 {
                self.min_cover.unwrap_or(1) as u64
            }

            /// How columns are learned.
            pub(crate) fn columns(&self) -> LearnSettings<'_> {
                let min_category = self.min_category.unwrap_or(1) as u64;
                LearnSettings { bins: self.bins(), names: Names::LeftOut { but: &self.keep }, min_category, ranks: None }
            }

            /// What a model file records only where it is not usual: the policy of stages, columns kept although they name
            /// rows, guessed cut points, monotone columns, columns that go together, forbidden conditions, least numbers of
            /// rows, and caps on the size.
            fn recorded_if_unusual(&self) -> impl Iterator<Item = (String, Value)> {
                let chosen = [
                    unusual("stage_policy", &self.stage_policy),
                    unusual("keep", &self.keep),
                    unusual("cuts", &self.cuts),
                    unusual("monotone", &self.monotone),
                    unusual("together", &self.together),
                    unusual("forbidden", &self.forbidden),
                ];
                let least = [("min_cover", self.min_cover), ("min_category", self.min_category)];
                let above_one = |(name, least): (&str, Option<usize>)| {
                    least.filter(|&least| least > 1).map(|least| (name.to_owned(), least.into()))
                };
                let caps = [("max_rules", self.max_rules), ("max_conditions", self.max_conditions)];
                let given = |(name, most): (&str, Option<NonZeroUsize>)| Some((name.to_owned(), most?.get().into()));
                let least = least.into_iter().filter_map(above_one);
                chosen.into_iter().flatten().chain(least).chain(caps.into_iter().filter_map(given))
            }
        }
    };
}
pub(crate) use method_parameters;
