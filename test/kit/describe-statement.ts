import type { Client, Connection, Submittable } from 'pg';

/** A column that a statement returns. */
export interface GivenColumn {
  name: string;
  /** The oid of its type. */
  oid: number;
  /** The table and column it comes from; 0 if none. */
  tableId: number;
  columnNumber: number;
}

/** Methods of pg's connection that its types lack. */
interface Wire {
  parse(message: { name: string; text: string }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}

interface RowDescription {
  fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[];
}

/** Has PostgreSQL parse a statement without running it, and returns its columns. */
export function describeStatement(client: Client, text: string): Promise<GivenColumn[]> {
  return new Promise((resolve, reject) => {
    let columns: GivenColumn[] = [];
    const asking = {
      submit(connection: Connection) {
        const wire = connection as unknown as Wire;
        wire.parse({ name: '', text });
        wire.describe({ type: 'S', name: '' });
        wire.sync();
      },
      handleRowDescription({ fields }: RowDescription) {
        columns = fields.map(({ name, dataTypeID: oid, tableID: tableId, columnID: columnNumber }) => ({
          name,
          oid,
          tableId,
          columnNumber,
        }));
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    };
    client.query(asking as unknown as Submittable);
  });
}
