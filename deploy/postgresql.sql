-- The database and its two roles: sudo -u postgres psql -v password=… -v replica_password=… -f deploy/postgresql.sql
\set ON_ERROR_STOP on
create role sosia login password :'password';
-- Set for the role, because pgbouncer does not pass such settings on. Commands bypass it and set their own.
alter role sosia set statement_timeout = '5s';
alter role sosia set idle_in_transaction_session_timeout = '10s';
create database sosia owner sosia template template0 encoding 'UTF8';
create role sosia_replica login replication password :'replica_password';
