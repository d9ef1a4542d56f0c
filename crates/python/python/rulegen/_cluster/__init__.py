"""Rows that lie in the memory of Dask's workers: what the estimators of ``rulegen.dask`` share."""
