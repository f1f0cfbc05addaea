import type { Client, Connection, Submittable } from 'pg';

/** A column that a statement gives. */
export interface GivenColumn {
  name: string;
  /** Of its type. */
  oid: number;
  /** The table's column that it is, if it is one; 0 if not. */
  tableId: number;
  columnNumber: number;
}

/** What pg's connections can send; its types leave it out. */
interface Wire {
  parse(message: { name: string; text: string }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}

interface RowDescription {
  fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[];
}

/** Lets PostgreSQL parse a statement, without running it, and tell what columns it gives. */
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
