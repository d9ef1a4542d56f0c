//! The margin hinge as a linear program.

use super::rivals::{error, rivals, votes};
use crate::Column;
use crate::fairness::FairnessRows;
use crate::restricted::{Cluster, Duals, LinearLoss, Partition, SampleRow};
use rulegen_boxed::{BoxedProgram, BoxedSolution};

/// The loss `omega_i max(0, 1 - f_y + max over other c of f_c)`.
///
/// Per cluster the program has one variable for the sum of the duals of all rows, in the box
/// `[0, omega]`, and, where there are more than two classes, one for the row of each class that
/// some column votes for. A separate row keeps these parts from adding up to more than the whole.
/// The rest belongs to the classes that nobody votes for, whose rows are equal.
///
/// The duals of a sample are one number for each class: the sum for its own, and parts of it for
/// the others.
#[derive(Clone, Debug)]
pub struct MarginLoss {
    pub(super) classes: usize,
    pub(super) labels: Vec<u32>,
    /// `omega_i`.
    pub(super) weights: Vec<f64>,
    /// Constraints on errors.
    pub(super) fairness: Option<FairnessRows>,
}

impl MarginLoss {
    /// Makes a dual point of the duals of each sample: parts that are not negative and add up to
    /// the whole. A remainder is shared by all parts.
    fn feasible_duals(&self, mut samples: Vec<f64>) -> Duals {
        for ((duals, &label), &weight) in samples.chunks_exact_mut(self.classes).zip(&self.labels).zip(&self.weights) {
            let own = label as usize;
            let most = if self.fairness.is_some() { f64::INFINITY } else { weight };
            let whole = duals[own].clamp(0.0, most);
            duals[own] = 0.0;
            duals.iter_mut().for_each(|part| *part = part.max(0.0));
            let parts: f64 = duals.iter().sum();
            if parts > whole {
                duals.iter_mut().for_each(|part| *part *= whole / parts);
            } else {
                let share = (whole - parts) / (self.classes as f64 - 1.0);
                duals.iter_mut().for_each(|part| *part += share);
                duals[own] = 0.0;
            }
            duals[own] = duals.iter().sum::<f64>().min(most);
        }
        Duals { samples, prices: Vec::new() }
    }

    /// Returns the variable of the part of a class in a simplex solver over all samples.
    fn part_of_sample(&self, sample: usize, class: u32) -> usize {
        let before = if class > self.labels[sample] { class - 1 } else { class };
        self.labels.len() + sample * (self.classes - 1) + before as usize
    }

    /// Returns the largest value of a cluster's parts.
    fn largest_part(&self, cluster: &Cluster) -> f64 {
        let stretch = self.fairness.as_ref().zip(cluster.cell).map_or(1.0, |(rows, cell)| rows.largest_ratio(cell));
        cluster.weight * stretch
    }

    /// Adds the variables of a cluster to a program, where `row_of` is the row of each column.
    fn add_cluster(&self, program: &mut BoxedProgram, cluster: &Cluster, columns: &[Column], row_of: &[Option<u32>]) {
        let rivals = rivals(cluster, columns, self.classes);
        let rows_of = |class: u32| {
            let of_class = move |k: &&u32| columns[**k as usize].tag == class;
            cluster.columns.iter().filter(of_class).filter_map(|&k| row_of[k as usize])
        };
        if rivals.is_empty() {
            let sign = |k: u32| if columns[k as usize].tag == cluster.class { 1.0 } else { -1.0 };
            let terms = cluster.columns.iter().filter_map(|&k| Some((row_of[k as usize]?, sign(k))));
            return program.add_variable(-1.0, cluster.weight, terms);
        }
        let separate = program.num_rows() as u32;
        program.rhs.push(0.0);
        program.separate += 1;
        let own = rows_of(cluster.class).map(|row| (row, 1.0));
        program.add_variable(-1.0, cluster.weight, own.chain([(separate, -1.0)]));
        let most = self.largest_part(cluster);
        for &rival in &rivals {
            program.add_variable(0.0, most, rows_of(rival).map(|row| (row, -1.0)).chain([(separate, 1.0)]));
        }
    }
}

impl LinearLoss for MarginLoss {
    fn partition(&self) -> Partition {
        let classes: Vec<Option<u32>> = self.labels.iter().copied().map(Some).collect();
        let cells = self.fairness.as_ref().map_or(&[][..], |rows| &rows.cell_of);
        Partition::new(&classes, cells, &self.weights)
    }

    fn weights(&self) -> &[f64] {
        &self.weights
    }

    fn fairness(&self) -> Option<&FairnessRows> {
        self.fairness.as_ref()
    }

    fn missed(&self, columns: &[Column], weights: &[f64], cluster: &Cluster) -> f64 {
        cluster.weight * error(&votes(cluster, columns, weights, self.classes), cluster.class)
    }

    fn first_duals(&self) -> Duals {
        let mut samples = vec![0.0; self.labels.len() * self.classes];
        for (i, (&label, weight)) in self.labels.iter().zip(&self.weights).enumerate() {
            samples[i * self.classes + label as usize] = *weight;
        }
        self.feasible_duals(samples)
    }

    fn program(&self, columns: &[Column], members: &[usize], partition: &Partition) -> BoxedProgram {
        let mut program = BoxedProgram::with_rows(members.iter().map(|&k| columns[k].cost).collect());
        let mut row_of = vec![None; columns.len()];
        members.iter().enumerate().for_each(|(row, &k)| row_of[k] = Some(row as u32));
        for cluster in &partition.clusters {
            let first = program.num_variables();
            self.add_cluster(&mut program, cluster, columns, &row_of);
            if self.fairness.is_some() {
                // The parts need no box of their own.
                let parts = program.num_variables() - first - 1;
                program.cells.of_variable.push(cluster.cell);
                program.cells.of_variable.extend(vec![None; parts]);
            }
        }
        if let Some(rows) = &self.fairness {
            program.cells = rows.cells(program.cells.of_variable);
        }
        program
    }

    fn duals(
        &self,
        program: &BoxedProgram,
        solution: &BoxedSolution,
        columns: &[Column],
        partition: &Partition,
    ) -> Duals {
        let values = self.values(program, solution);
        self.feasible_duals(self.by_sample(&values, columns, partition))
    }

    fn by_sample(&self, values: &[f64], columns: &[Column], partition: &Partition) -> Vec<f64> {
        let mut of_clusters = Vec::with_capacity(partition.clusters.len() * self.classes);
        let mut values = values.iter();
        let mut next = || *values.next().expect("a value for each variable");
        for cluster in &partition.clusters {
            let at = of_clusters.len();
            let rivals = rivals(cluster, columns, self.classes);
            let whole = next();
            of_clusters.extend(vec![0.0; self.classes]);
            let duals = &mut of_clusters[at..];
            rivals.iter().for_each(|&rival| duals[rival as usize] = next());
            let left = whole - duals.iter().sum::<f64>();
            let others = self.classes - 1 - rivals.len();
            if left > 0.0 && others > 0 {
                let is_other = |c: u32| c != cluster.class && !rivals.contains(&c);
                let share = left / others as f64;
                (0..self.classes as u32).filter(|&c| is_other(c)).for_each(|c| duals[c as usize] = share);
            }
            duals[cluster.class as usize] = whole;
        }
        let spread = |(i, weight): (usize, &f64)| {
            let cluster = partition.cluster_of(i).expect("every sample takes part");
            let part = weight / partition.clusters[cluster].weight;
            of_clusters[cluster * self.classes..][..self.classes].iter().map(move |x| x * part)
        };
        self.weights.iter().enumerate().flat_map(spread).collect()
    }

    fn by_cluster(&self, values: &[f64], columns: &[Column], partition: &Partition) -> Vec<f64> {
        let mut of_clusters = vec![0.0; partition.clusters.len() * self.classes];
        for (i, duals) in values.chunks_exact(self.classes).enumerate() {
            let cluster = partition.cluster_of(i).expect("every sample takes part");
            let sums = &mut of_clusters[cluster * self.classes..][..self.classes];
            sums.iter_mut().zip(duals).for_each(|(sum, dual)| *sum += dual);
        }
        let variables = |(cluster, duals): (&Cluster, &[f64])| {
            let classes = [cluster.class].into_iter().chain(rivals(cluster, columns, self.classes));
            classes.map(|class| duals[class as usize]).collect::<Vec<f64>>()
        };
        partition.clusters.iter().zip(of_clusters.chunks_exact(self.classes)).flat_map(variables).collect()
    }

    fn sample_boxes(&self) -> Vec<(f64, f64)> {
        let wholes = self.weights.iter().map(|&omega| (-1.0, omega));
        let parts = if self.classes > 2 { self.classes - 1 } else { 0 };
        let parts = self.weights.iter().flat_map(|&omega| std::iter::repeat_n((0.0, omega), parts));
        wholes.chain(parts).collect()
    }

    fn sample_rows(&self) -> Vec<SampleRow> {
        if self.classes <= 2 {
            return Vec::new();
        }
        let row = |i: usize| {
            let first = self.labels.len() + i * (self.classes - 1);
            let parts = (first..first + self.classes - 1).map(|part| (part, 1.0));
            SampleRow { terms: [(i, -1.0)].into_iter().chain(parts).collect(), usage: Vec::new(), rhs: 0.0 }
        };
        (0..self.labels.len()).map(row).collect()
    }

    fn sample_row(&self, column: &Column) -> SampleRow {
        let is_own = |&i: &usize| self.labels[i] == column.tag;
        let terms = if self.classes <= 2 {
            column.cover.iter().map(|i| (i, if is_own(&i) { 1.0 } else { -1.0 })).collect()
        } else {
            let own = column.cover.iter().filter(is_own).map(|i| (i, 1.0));
            let others = column.cover.iter().filter(|i| !is_own(i));
            own.chain(others.map(|i| (self.part_of_sample(i, column.tag), -1.0))).collect()
        };
        SampleRow { terms, usage: Vec::new(), rhs: column.cost }
    }

    fn sample_duals(&self, values: Vec<f64>) -> Duals {
        let mut samples = vec![0.0; self.labels.len() * self.classes];
        for (i, duals) in samples.chunks_exact_mut(self.classes).enumerate() {
            for (class, dual) in duals.iter_mut().enumerate() {
                *dual = match class as u32 {
                    class if class == self.labels[i] => values[i],
                    class if self.classes > 2 => values[self.part_of_sample(i, class)],
                    _ => 0.0,
                };
            }
        }
        self.feasible_duals(samples)
    }

    fn income(&self, duals: &Duals, column: &Column) -> f64 {
        let earned = |i: usize| {
            let dual = duals.samples[i * self.classes + column.tag as usize];
            if self.labels[i] == column.tag { dual } else { -dual }
        };
        column.cover.iter().map(earned).sum()
    }
}
