const users = 'tables/users/00000001.ndjson';

/** What somebody may have made of an export: what it is, the file within it, that file as it becomes, and how it is refused. */
export const forgedExports: readonly (readonly [string, string, (text: string) => string, string])[] = [
  [
    'rows of another company',
    users,
    (text: string) => text.replace(/"account_id":"[^"]+"/, '"account_id":"a-victim"'),
    'DAMAGED',
  ],
  ['a row that is missing', users, (text: string) => text.split('\n').slice(1).join('\n'), 'DAMAGED'],
  [
    'a value that is none',
    users,
    (text: string) => text.replace(/"created_at":"[^"]+"/, '"created_at":"never"'),
    'DAMAGED',
  ],
  [
    'lines in the log of the server',
    'tables/audit_log/00000001.ndjson',
    (text: string) => text.replace(/"scope":"[^"]+"/, '"scope":"server"'),
    'DAMAGED',
  ],
  [
    'calls of another company’s channel',
    'tables/call_groups/00000001.ndjson',
    (text: string) => text.replace(/"channel_id":"[^"]+"/, '"channel_id":"c-victim"'),
    'DAMAGED',
  ],
  ['a file of another company', 'files/recordings/a-victim/2026/x.wav', () => 'sound', 'DAMAGED'],
  ['a way out of the folder', 'files/announcements/x.wav', () => 'sound', 'DAMAGED'],
  [
    'tables of another release',
    'sidetone-company.json',
    (text: string) => text.replace(/"migratedTo":"[^"]+"/, '"migratedTo":"0001-first"'),
    'OTHER_RELEASE',
  ],
  ['something else', 'sidetone-company.json', () => '{"format":1}', 'NOT_AN_EXPORT'],
];
