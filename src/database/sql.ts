/**
 * SQL text with its parameters, composable: sql`select ${columns} from vendor where id = ${id}`.
 * A value becomes a parameter, another piece of SQL becomes text. The same template always gives the same text,
 * which lets the database keep it prepared.
 */
export class Sql {
  private cached?: { text: string; values: unknown[] };

  constructor(
    private readonly parts: readonly string[],
    private readonly inserts: readonly unknown[],
  ) {}

  /** The text with $1, $2, … and the values in that order. */
  compile(): { text: string; values: unknown[] } {
    if (this.cached) return this.cached;
    const values: unknown[] = [];
    return (this.cached = { text: this.write(values), values });
  }

  private write(values: unknown[]): string {
    let text = this.parts[0] ?? '';
    this.inserts.forEach((insert, i) => {
      text += insert instanceof Sql ? insert.write(values) : `$${values.push(insert)}`;
      text += this.parts[i + 1];
    });
    return text;
  }
}

export function sql(parts: TemplateStringsArray, ...inserts: unknown[]): Sql {
  return new Sql(parts, inserts);
}

/** Text as it is. Only for names and fragments of the code itself, never for anything a caller sent. */
export function rawSql(text: string): Sql {
  return new Sql([text], []);
}

export function identifier(name: string): Sql {
  return rawSql(`"${name.replaceAll('"', '""')}"`);
}

export function join(pieces: readonly Sql[], separator: string): Sql {
  if (pieces.length === 0) return rawSql('');
  return new Sql(['', ...pieces.slice(1).map(() => separator), ''], pieces);
}

/** "where a and b", or nothing without conditions. */
export function where(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? rawSql('') : sql`where ${join(conditions, ' and ')}`;
}

/**
 * "= any(…)", or "=" where there is one value: that is what most requests ask for, and the database keeps its plan. With
 * a list it would plan anew each time, because it reckons with ten values.
 */
export function isOneOf(values: readonly unknown[], type: 'uuid' | 'text'): Sql {
  return values.length === 1 ? sql`= ${values[0]}::${rawSql(type)}` : sql`= any(${values}::${rawSql(type)}[])`;
}

/** Text in which large and small letters are the same, whatever the locale of the database. Migrations choose the collation. */
export function folded(text: Sql): Sql {
  return sql`upper(translate(${text}, 'İ', 'I') collate "folding")`;
}

/** Whether one of the columns holds the text, in any case of letters. */
export function contains(columns: readonly string[], text: string): Sql {
  const pattern = folded(sql`${containing(text)}::text`);
  return sql`(${join(
    columns.map((column) => sql`${folded(rawSql(column))} like ${pattern}`),
    ' or ',
  )})`;
}

/** A pattern for LIKE that finds the text itself, whatever signs are in it. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
