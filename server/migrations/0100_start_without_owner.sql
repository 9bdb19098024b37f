-- With MIGRATE=off a server checks as the application's role that the database is migrated and has its mode: see docs/operating.md.
grant select on migrations, installation to medina_app;
