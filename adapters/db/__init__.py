"""The database: tables, engine, and one module of queries per notion. Postgres in the service, SQLite when embedded."""
