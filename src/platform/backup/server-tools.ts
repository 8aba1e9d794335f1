/** The answer of both commands with DATABASE_URL: that server has tools of its own version. */
export const useServerTools =
  'DATABASE_URL is set: back up and restore that PostgreSQL with its own tools, pg_dump and pg_restore or pg_basebackup. ' +
  'See docs/production.md#backups.'
