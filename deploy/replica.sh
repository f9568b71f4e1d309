#!/bin/sh
# Makes a streaming replica: run it on the replica's machine, as postgres, into an empty folder; then start PostgreSQL there.
# Usage: PGPASSWORD=… replica.sh PRIMARY-HOST PRIMARY-PORT DATA-FOLDER
# The primary needs a line in pg_hba.conf: host replication sosia_replica ADDRESS/32 scram-sha-256
set -eu
pg_basebackup --host "$1" --port "$2" --username sosia_replica --pgdata "$3" --checkpoint fast \
  --wal-method stream --create-slot --slot sosia_replica --write-recovery-conf
