"""The .voxpop file, a DuckDB database: the only room with SQL."""

from __future__ import annotations

from voxpop.store.draft import Draft, copy
from voxpop.store.file_schema import SCHEMA_VERSION
from voxpop.store.rows import Rows
from voxpop.store.store import Store
from voxpop.store.writable import put_claims

__all__ = ["SCHEMA_VERSION", "Draft", "Rows", "Store", "copy", "put_claims"]
