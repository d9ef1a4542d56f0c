//! The workers that hold partitions.

use crate::ShardError;
use crate::partition::Partition;
use crate::shard::CodedShard;
use rayon::prelude::*;
use rulegen_binarize::Samples;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// An error of workers.
pub type WorkersError = Box<dyn std::error::Error + Send + Sync>;

/// The holder of the partitions of the training rows: processes elsewhere, or this one
/// ([`InProcess`]). Answers come in the order of the partitions.
pub trait Workers: fmt::Debug + Send + Sync {
    /// Calls [`Partition::summary`] on each partition, once or a few times before rows are coded.
    ///
    /// # Errors
    /// A partition that cannot be had.
    fn summaries(&self, question: &[u8]) -> Result<Vec<Vec<u8>>, WorkersError>;

    /// Makes a [`CodedShard`] of each partition.
    ///
    /// # Errors
    /// As [`Workers::summaries`].
    fn code(&self, coding: &[u8]) -> Result<(), WorkersError>;

    /// Calls [`CodedShard::answer`] on each shard. May be called from several threads at once.
    ///
    /// # Errors
    /// As [`Workers::summaries`].
    fn answers(&self, request: &[u8]) -> Result<Vec<Vec<u8>>, WorkersError>;
}

/// Partitions in this process.
#[derive(Debug)]
pub struct InProcess {
    partitions: Vec<Partition>,
    classes: usize,
    shards: Mutex<Arc<Vec<CodedShard>>>,
}

impl InProcess {
    /// Takes partitions whose rows are of `classes` classes.
    pub fn new(partitions: Vec<Partition>, classes: usize) -> Self {
        InProcess { partitions, classes, shards: Mutex::new(Arc::default()) }
    }

    /// Takes rows that are coded.
    pub(crate) fn of_shard(shard: CodedShard) -> Self {
        InProcess { partitions: Vec::new(), classes: 0, shards: Mutex::new(Arc::new(vec![shard])) }
    }

    /// Divides samples into as many shards as there are threads.
    pub(crate) fn of_samples(samples: &Samples) -> Self {
        let (all, parts) = (samples.len(), rayon::current_num_threads().max(1));
        let shard = |part: usize| CodedShard::of(samples.part(all * part / parts..all * (part + 1) / parts));
        let shards = Arc::new((0..parts).into_par_iter().map(shard).collect());
        InProcess { partitions: Vec::new(), classes: samples.classes, shards: Mutex::new(shards) }
    }
}

impl Workers for InProcess {
    fn summaries(&self, question: &[u8]) -> Result<Vec<Vec<u8>>, WorkersError> {
        let mut class_rows = vec![0; self.classes];
        for partition in &self.partitions {
            let own = partition.class_rows(self.classes)?;
            class_rows.iter_mut().zip(own).for_each(|(all, rows): (&mut u64, u64)| *all = all.saturating_add(rows));
        }
        let summary = |partition: &Partition| partition.summary(&class_rows, question);
        Ok(self.partitions.iter().map(summary).collect::<Result<_, ShardError>>()?)
    }

    fn code(&self, coding: &[u8]) -> Result<(), WorkersError> {
        let shard = |partition| CodedShard::new(partition, coding);
        let shards = self.partitions.iter().map(shard).collect::<Result<_, ShardError>>()?;
        *self.shards.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(shards);
        Ok(())
    }

    fn answers(&self, request: &[u8]) -> Result<Vec<Vec<u8>>, WorkersError> {
        // The lock is released first: a thread that waits for parts of an answer may begin another.
        let shards = self.shards.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Ok(shards.par_iter().map(|shard| shard.answer(request)).collect::<Result<_, ShardError>>()?)
    }
}
