import { folded, rawSql, type Sql, sql } from './sql';

/**
 * What two vendors that may be one have in common. In SQL only, and the same for what is stored and what is asked about, so that
 * indexes find it. Bounded, because an index takes no long texts.
 */

/** Legal forms at the end of a name, as they are without dots and accents. */
const LEGAL_FORMS = [
  ...['GMBH', 'GESMBH', 'MBH', 'UG', 'HAFTUNGSBESCHRANKT', 'AG', 'KG', 'KGAA', 'OHG', 'OG', 'GBR', 'EK', 'EV', 'EG', 'SE', 'CO'],
  ...['COMPANY', 'CORP', 'CORPORATION', 'INC', 'INCORPORATED', 'LTD', 'LIMITED', 'LLC', 'LLP', 'LP', 'PLC', 'PBC', 'CIC', 'ULC'],
  ...['PTY', 'PTE', 'PVT', 'PRIVATE', 'BHD', 'SDN', 'SA', 'SAS', 'SASU', 'SARL', 'SCA', 'SCS', 'SNC', 'SPA', 'SRL', 'SRLS'],
  ...['SL', 'SLU', 'SAU', 'SAB', 'DE CV', 'LDA', 'LTDA', 'BV', 'BVBA', 'NV', 'CV', 'VOF', 'VZW', 'AB', 'AS', 'ASA', 'APS', 'OY'],
  ...['OYJ', 'AY', 'KFT', 'ZRT', 'NYRT', 'BT', 'SP Z OO', 'SPZOO', 'SRO', 'DOO', 'EOOD', 'OOD', 'OU', 'UAB', 'SIA', 'KK', 'GK'],
  ...['OOO', 'PAO', 'PJSC', 'JSC', 'OJSC', 'FZE', 'FZCO', 'WLL'],
];

/** Combining marks, which accented letters are taken apart into. */
const MARKS = '[\\u0300-\\u036f]';

/** A name without case, accents, punctuation, spaces and legal form. */
export function likenessOf(name: Sql): Sql {
  const plain = sql`regexp_replace(normalize(${name}, NFKD), ${rawSql(`'${MARKS}'`)}, '', 'g')`;
  const letters = sql`translate(${folded(plain)}, ${rawSql(`'ØŁĐĦÞ./''’'`)}, 'OLDHT')`;
  const words = sql`trim(regexp_replace(${letters} collate "folding", '[^[:alnum:]]+', ' ', 'g'))`;
  const ownName = sql`regexp_replace(${words}, ${rawSql(`'(?<=[^ ])( (${LEGAL_FORMS.join('|')}))+$'`)}, '')`;
  return sql`left(replace(${ownName}, ' ', ''), 200) collate "C"`;
}

/** The host of a web address, without www. */
export const hostOfSite = (website: Sql): Sql =>
  sql`left(rtrim(lower(regexp_replace(${website} collate "C", ${rawSql(
    `'^ *(?:[A-Za-z][A-Za-z0-9+.-]*://|//)?(?:[^/?#@]*@)?(?:[wW]{3}[.])?([^/?#: ]*).*$'`,
  )}, ${rawSql(`'\\1'`)})), '.'), 255)`;

/** The host of an e-mail address, without www. */
export const hostOfAddress = (address: Sql): Sql =>
  sql`rtrim(lower(regexp_replace(${address} collate "C", ${rawSql(`'^.*@(?:[wW]{3}[.])?'`)}, '')), '.')`;

/** What the indexes of vendors are on. */
export const INDEXED = {
  name: likenessOf(rawSql('"name"')).compile().text,
  website: hostOfSite(rawSql('"website"')).compile().text,
  contactEmail: hostOfAddress(rawSql('"contact_email"')).compile().text,
};
