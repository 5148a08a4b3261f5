#!/bin/sh
# Creates the database and its two roles, as a superuser: docs/install.md, "Two database roles".
set -eu
psql --set=ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<SQL
CREATE ROLE pasarela_owner LOGIN PASSWORD '$OWNER_PASSWORD';
CREATE ROLE pasarela_app LOGIN PASSWORD '$APP_PASSWORD';
CREATE DATABASE pasarela OWNER pasarela_owner;
SQL
