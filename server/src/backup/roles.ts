import type pg from 'pg'

/**
 * Statements that create missing roles in another cluster, with attributes and memberships but without passwords.
 * `pg_dumpall --roles-only` would need a superuser.
 */
export async function rolesScript(client: pg.ClientBase, names: string[]): Promise<string> {
  const { rows: roles } = await client.query<{ statement: string }>(
    `select format('do $$ begin if to_regrole(%L) is null then create role %s%s%s%s%s; end if; end $$;',
       quote_ident(rolname), quote_ident(rolname),
       case when rolcanlogin then ' login' else ' nologin' end,
       case when rolinherit then ' inherit' else ' noinherit' end,
       case when rolcreaterole or rolsuper then ' createrole' else '' end,
       case when rolcreatedb then ' createdb' else '' end) as statement
     from pg_roles
     where rolname = any($1)
     order by rolname`,
    [names],
  )
  const { rows: members } = await client.query<{ statement: string }>(
    `select distinct on (g.rolname, m.rolname)
       format('do $$ begin if not pg_has_role(%L, %L, ''member'') then grant %s to %s%s; end if; end $$;',
         m.rolname, g.rolname, quote_ident(g.rolname), quote_ident(m.rolname),
         case when a.admin_option then ' with admin option' else '' end) as statement
     from pg_auth_members a
     join pg_roles g on g.oid = a.roleid
     join pg_roles m on m.oid = a.member
     where g.rolname = any($1) and m.rolname = any($1)
     order by g.rolname, m.rolname, a.admin_option desc`,
    [names],
  )
  return [
    '-- Roles used by the tables of this backup. They have no passwords: the server derives those of medina_app and',
    '-- medina_worker from MASTER_KEY; set the others yourself.',
    ...[...roles, ...members].map(({ statement }) => statement),
    '',
  ].join('\n')
}
