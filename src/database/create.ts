import type { MikroORM } from '@mikro-orm/postgresql';

const MISSING = '3D000';
/** The first code: it already exists. The second: another process is creating it at the same moment. */
const ALREADY_THERE = new Set(['42P04', '23505']);

/** Creates the database that the address names, if it doesn't exist. */
export async function createIfMissing({ config, em, schema }: MikroORM): Promise<void> {
  const driver = em.getDriver();
  const run = <T>(text: string) => driver.getConnection().execute<T[]>(text);
  const name = config.get('dbName')!;
  const connectTo = async (database: string) => {
    config.set('dbName', database);
    await driver.reconnect();
  };
  await run('select 1').catch(async (error: { code?: string }) => {
    if (error.code !== MISSING) throw error;
    await connectTo('postgres');
    try {
      const [model] = await run<{ isUnicode: boolean }>(`
        select encoding = pg_char_to_encoding('UTF8') as "isUnicode" from pg_database where datname = 'template1'`);
      // Of the server's locales, only C is sure to work with UTF-8; we don't depend on the locale.
      const words = model!.isUnicode ? '' : ` template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`;
      await run(`create database "${name.replaceAll('"', '""')}"${words}`);
    } catch (failure) {
      // Another server that started at the same moment was faster.
      if (!ALREADY_THERE.has((failure as { code?: string }).code ?? '')) throw failure;
    } finally {
      await connectTo(name);
    }
  });
  // It exists by now; the migrator needs this check to have run.
  await schema.ensureDatabase();
}
