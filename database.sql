-- The site's database and its own user, who is no superuser: the connections that PostgreSQL reserves, and what Patroni may
-- do, are not the site's. A new PostgreSQL runs this once (compose.yaml, patroni.yml).
\getenv password SITE_PASSWORD
create role glean login password :'password';
create database glean owner glean;
