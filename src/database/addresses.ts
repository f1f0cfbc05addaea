import { Client, type ClientBase } from 'pg';
import { KnexDialect } from './internals';
import type { StatementLimit } from './limit';
import type { Statements } from './statements';

/** One address for each host of a list in libpq's format: postgresql://user@one:5432,two:5432/database. */
export function addressesOf(url: string): string[] {
  const [, head = '', hosts = '', rest = ''] = /^([^:/]*:\/\/(?:[^/]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => head + host + rest);
}

/**
 * A knex dialect that connects to the first host that accepts writes, like libpq with target_session_attrs=read-write: when the
 * primary is lost and a standby promoted, new connections find it. It also honours the TLS options of an address, which the ORM
 * ignores, sets a timeout for every statement, and lets statements be observed.
 */
export function dialectFor(urls: string[], limit: StatementLimit, statements?: Statements) {
  let places = urls.map(placeOf);

  return class extends KnexDialect {
    override async _acquireOnlyConnection(): Promise<ClientBase> {
      let failure: unknown;
      for (const place of places) {
        try {
          const connection = await this.connectTo(place);
          if (urls.length === 1 || (await takesChanges(connection))) {
            statements?.on(connection);
            places = [place, ...places.filter((one) => one !== place)];
            return connection;
          }
          await (connection as Client).end();
          failure ??= Object.assign(new Error('every host is a standby'), { code: '25006' });
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    }

    private async connectTo(place: object): Promise<ClientBase> {
      const { asked } = limit;
      Object.assign(this.connectionSettings, place, asked);
      try {
        const connection = await super._acquireOnlyConnection();
        await limit.look(connection);
        return connection;
      } catch (error) {
        if (limit.yieldsTo(error, asked)) return this.connectTo(place);
        throw error;
      }
    }
  };
}

function placeOf(url: string) {
  const { host, port, ssl } = new Client({ connectionString: url }) as Client & { ssl: unknown };
  return { host, port, ssl };
}

async function takesChanges(connection: ClientBase): Promise<boolean> {
  const { rows } = await connection.query<{ transaction_read_only: string }>('show transaction_read_only');
  return rows[0]!.transaction_read_only === 'off';
}
