import type { MikroORM } from '@mikro-orm/postgresql';

const MISSING = '3D000';
/** Whoever asks a moment later than another gets the first of these; whoever asks at the same moment, the second. */
const ALREADY_THERE = new Set(['42P04', '23505']);

/** Makes the database that the address names, if there is none. */
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
      // Of the locales of the server only C is sure to go with UTF-8; which one it is doesn't matter to us.
      const words = model!.isUnicode ? '' : ` template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`;
      await run(`create database "${name.replaceAll('"', '""')}"${words}`);
    } catch (failure) {
      // Another server that started at the same moment was faster.
      if (!ALREADY_THERE.has((failure as { code?: string }).code ?? '')) throw failure;
    } finally {
      await connectTo(name);
    }
  });
  // It is there by now; the migrator wants to know that somebody looked.
  await schema.ensureDatabase();
}
