import { type FileNumberLabel, numberLabelOf } from '../../integrations/vcard/number-labels.ts';

/** What a column of a table of contacts holds. */
export type CsvColumn =
  | { readonly is: CsvText }
  | { readonly is: 'number'; readonly label: FileNumberLabel; readonly of: string }
  /** What kind of number is in the column of the same name. */
  | { readonly is: 'numberLabel'; readonly of: string };

export type CsvText =
  | 'uid'
  | 'name'
  | 'prefix'
  | 'firstName'
  | 'middleName'
  | 'lastName'
  | 'suffix'
  | 'organization'
  | 'email'
  | 'picture';

/** Headings of Google, Outlook (English and German), Apple, and ours, without spaces and signs. */
const headings: Readonly<Record<CsvText, readonly string[]>> = {
  uid: ['uid', 'contactid'],
  name: [
    'name',
    'fullname',
    'displayname',
    'anzeigename',
    'vollstandigername',
    'fileas',
    'speichernunter',
    'contact',
    'kontakt',
  ],
  prefix: ['nameprefix', 'prefix', 'namensprafix'],
  firstName: ['firstname', 'givenname', 'first', 'vorname', 'forename'],
  middleName: ['middlename', 'additionalname', 'weiterevornamen', 'zweitervorname', 'middle'],
  lastName: ['lastname', 'familyname', 'last', 'nachname', 'surname', 'familienname'],
  suffix: ['suffix', 'namesuffix', 'namenssuffix'],
  organization: [
    'organization',
    'organisation',
    'company',
    'companyname',
    'firma',
    'unternehmen',
    'organizationname',
    'organization1name',
  ],
  email: [
    'email',
    'emailaddress',
    'mail',
    'email1value',
    'email1address',
    'emailadresse',
    'emailpersonal',
    'emailwork',
    'emailhome',
  ],
  picture: ['photo', 'picture', 'foto', 'bild', 'avatar', 'avatarurl'],
};

const byHeading = new Map<string, CsvText>(
  Object.entries(headings).flatMap(([is, names]) => names.map((name) => [name, is as CsvText] as const)),
);

const furtherEmail = /^e?mail(\d|[a-z]*\d)/;
const isNumber =
  /telefon|telephone|phone|mobil|handy|^tel\b|\btel\b|\bcell\b|fax|rufnummer|^(work|home|main|business|privat|geschäftlich|zentrale)$/;
/** Columns that sound like numbers and are none, or are nobody's that one would call as this contact. */
const isNone = /phonetic|phonetisch|assist|pager|telex|tty|tdd|callback|rückmelde|radio|funk|isdn|label|beschriftung/;

/** What the column under this heading holds; null for what is of no use here. */
export function columnOf(heading: string): CsvColumn | null {
  const words = heading
    .replace(/^\uFEFF/, '')
    .trim()
    .normalize('NFC')
    .toLowerCase();
  const plain = words.normalize('NFKD').replace(/[^a-z0-9]/g, '');
  const text =
    byHeading.get(plain) ?? (furtherEmail.test(plain) && /value|address|adresse|\d$/.test(plain) ? 'email' : undefined);
  if (text !== undefined) return { is: text };
  // Google numbers its columns, and so do we: `Phone 1 - Label`, `Phone 1 - Value`.
  const numbered = /^(phone \d+) - (label|type|value)$/.exec(words);
  if (numbered) {
    const [, of = '', part] = numbered;
    return part === 'value' ? { is: 'number', label: 'OTHER', of } : { is: 'numberLabel', of };
  }
  if (isNone.test(words) || !isNumber.test(words)) return null;
  return { is: 'number', label: numberLabelOf(words), of: words };
}
