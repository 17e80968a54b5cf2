// Who may import whom, as tables. docs/ARCHITECTURE.md says them in words.

const plumbing = ['live/line', 'live/queries', 'platform', 'ui', 'i18n', 'contract'];
const callers = ['calls', ...plumbing];

/** Client: room → rooms it may import besides itself. */
export const clientRooms: Record<string, readonly string[]> = {
  ui: [],
  i18n: [],
  platform: ['contract'],
  // The way to the server: requests, the session, events, and the line that live queries come over.
  'live/line': ['contract', 'platform'],
  // What live queries have answered.
  'live/store': ['live/line', 'contract'],
  // Live queries as the app asks them.
  'live/queries': ['live/line', 'live/store', 'contract', 'platform'],
  'calls/core': ['contract'],
  audio: ['platform', 'contract'],
  calls: ['calls/core', 'audio', ...plumbing],
  contacts: callers,
  channels: ['sound-input', 'contacts', ...callers],
  // Where the calls of users' own lines go.
  forwarding: ['contacts', ...plumbing],
  // Sounds that users give: a file, or what they say into the microphone.
  'sound-input': ['audio', 'wav', ...plumbing],
  // What users prove themselves with besides the password, at the door and in the settings.
  'second-factor': plumbing,
  // API tokens, of the company and one's own.
  'api-tokens': plumbing,
  // Lists of blocked callers, and the menus that change them.
  blocked: plumbing,
  // Who is in which conference room.
  'conference-rooms': plumbing,
  player: plumbing,
  transcript: ['player', ...plumbing],
  notes: ['contacts', ...plumbing],
  'call-detail': ['player', 'transcript', 'notes', 'contacts', ...callers],
  // The log of a call in CRMs: its panel, and when it opens.
  'crm-logging': ['notes', 'call-detail', 'channels', 'contacts', ...callers],
  inbox: ['player', 'blocked', 'call-detail', 'channels', 'contacts', ...callers],
  threads: ['player', 'blocked', 'call-detail', 'inbox', 'channels', 'contacts', ...callers],
  feedback: callers,
  omnibar: ['call-detail', 'channels', 'contacts', ...callers],
  // What every page has: its address and title, the dialogs over it, what is shown where it fails, and the
  // question before it is left unsaved.
  pages: plumbing,
  admin: [
    'pages',
    'api-tokens',
    'sound-input',
    'blocked',
    'conference-rooms',
    'forwarding',
    'channels',
    'contacts',
    ...plumbing,
  ],
  settings: [
    'pages',
    'api-tokens',
    'second-factor',
    'blocked',
    'conference-rooms',
    'audio',
    'forwarding',
    'channels',
    'contacts',
    ...callers,
  ],
  banners: ['pages', 'channels', 'contacts', 'settings', ...callers],
  dialling: ['pages', 'omnibar', 'channels', 'contacts', ...callers],
  entry: ['pages', 'second-factor', 'settings', ...callers],
  'ai-chat': ['pages', 'banners', 'call-detail', 'channels', 'contacts', ...callers],
  'contact-pages': ['pages', 'banners', 'dialling', 'channels', 'contacts', ...callers],
  // What the calls of a period come to; `app` alone leads there.
  statistics: ['pages', 'banners', 'dialling', 'channels', 'contacts', ...callers],
  // The live boards of queues.
  'queue-board': ['pages', 'channels', 'contacts', 'calls', ...plumbing],
  'channel-pages': [
    'queue-board',
    'pages',
    'banners',
    'dialling',
    'entry',
    'contact-pages',
    'crm-logging',
    'threads',
    'inbox',
    'call-detail',
    'channels',
    'contacts',
    ...callers,
  ],
  // The page of the call assistant: its results, and what users do with them.
  'call-assistant': [
    'pages',
    'banners',
    'dialling',
    'contact-pages',
    'inbox',
    'call-detail',
    'channels',
    'contacts',
    ...callers,
  ],
  window: [
    'pages',
    'banners',
    'dialling',
    'entry',
    'contact-pages',
    'channel-pages',
    'crm-logging',
    'admin',
    'settings',
    'feedback',
    'notes',
    'player',
    'audio',
    'forwarding',
    'channels',
    'contacts',
    ...callers,
  ],
  app: ['*'],
};

const sharedGround = [
  'identity',
  'requests',
  'documents',
  'sound',
  'mail',
  'crm',
  'jobs',
  'storage',
  'events',
  'network',
  'contract',
  'wav',
];

/** Server: room → rooms it may import besides itself. `pbx` means its door files, `ports.ts` among them. */
export const serverRooms: Record<string, readonly string[]> = {
  'pbx/calls': ['contract', 'pbx', 'pbx/routing'],
  'pbx/routing': ['contract', 'pbx'],
  'pbx/sip': ['pbx', 'pbx/calls', 'sip', 'contract'],
  'pbx/control': ['pbx', 'pbx/calls', 'pbx/routing', 'pbx/media', 'contract', 'wav'],
  'pbx/classic': ['pbx', 'pbx/calls', 'contract'],
  'pbx/media': ['pbx', 'pbx/calls', 'sip', 'network', 'contract', 'wav'],
  pbx: ['pbx/calls', 'pbx/routing', 'pbx/sip', 'pbx/control', 'pbx/media', 'contract', 'sip'],
  storage: ['contract'],
  events: ['contract'],
  sound: ['wav', 'storage'],
  // Which networks are whose, for rooms that speak to hosts which somebody entered.
  network: [],
  tls: [],
  supervisor: ['storage', 'config', 'tls', 'contract'],
  backup: ['storage', 'contract'],
  jobs: ['storage', 'events', 'contract'],
  documents: ['storage', 'events', 'contract'],
  // What every route needs: its answer, who asks, refusals, the audit log.
  requests: ['network', 'storage', 'documents', 'contract'],
  identity: ['requests', 'storage', 'documents', 'jobs', 'events', 'contract'],
  realtime: ['requests', 'documents', 'events', 'contract'],
  features: [...sharedGround, 'integrations/vcard', 'vcon', 'sign-on'],
  // Providers of OpenID Connect at which companies sign in.
  'sign-on': ['reach', 'contract'],
  // A call as a vCon, and its signature.
  vcon: ['storage', 'tls', 'contract'],
  // Mail over SMTP, and by which server that of an account goes out.
  mail: ['network', 'storage', 'contract'],
  // What the operator lets companies have, what they take, and the files of each.
  companies: ['backup', 'documents', 'sound', 'storage', 'contract'],
  // Nodes, who carries them, where companies are at home, and what comes to the wrong carrier.
  cell: ['exchange-memory', 'requests', 'documents', 'storage', 'contract'],
  // How features reach the CRMs that integrations connect.
  crm: ['contract'],
  // What the exchange keeps in SQL: it fulfils the ports of `pbx`.
  'exchange-memory': ['identity', 'storage', 'contract'],
  // The door holds what all of them share; each folder below is one address book or CRM.
  integrations: ['integrations/*', 'reach', ...sharedGround],
  'integrations/*': ['integrations', 'integrations/vcard', ...sharedGround],
  // The form of contacts that address books and files have in common.
  'integrations/vcard': ['integrations', 'contract'],
  // The documentation of calls: its plan, how users stop it, and the shapes by which its rooms meet.
  ai: ['ai/steps', 'ai/setup', 'ai/basic', 'ai/transcript', 'ai/evidence', 'ai/providers', ...sharedGround],
  // What accounts set up.
  'ai/setup': ['ai', 'ai/providers', ...sharedGround],
  // The words that transcripts are to spell right.
  'ai/voice': ['ai', 'ai/providers', ...sharedGround],
  'ai/words': sharedGround,
  // Answers to questions about many calls, each sentence held against them.
  'ai/chat': ['ai', 'ai/basic', 'ai/model', 'ai/providers', 'ai/transcript', ...sharedGround],
  'ai/testing': ['*'],
  // The analysis without a model, and what checks every point: text in, points out.
  'ai/basic': [],
  'ai/evidence': ['ai/basic'],
  'ai/transcript': ['ai/basic'],
  'ai/steps': ['ai', 'ai/basic', 'ai/transcript', 'ai/evidence', 'ai/providers', ...sharedGround],
  // What callers answer to call assistants.
  'ai/asked': ['ai', 'ai/steps', 'ai/basic', 'ai/transcript', 'ai/providers', ...sharedGround],
  // Services of others, each behind one of two interfaces.
  'ai/providers': ['ai/basic', 'reach', 'network', 'contract', 'wav'],
  // The analysis by a model: its prompts, its windows, and the check of every point.
  'ai/model': ['ai', 'ai/basic', 'ai/evidence', 'ai/providers', 'ai/transcript', 'contract'],
  // The model on this machine, in a process of its own.
  'ai/recognizer': ['ai/providers', 'reach'],
  // Models that come to this server.
  'ai/models': ['ai/recognizer', 'ai/setup', 'reach', ...sharedGround],
  // Addresses that somebody entered are asked through here.
  reach: ['network'],
  api: ['cell', 'identity', 'requests', 'contract'],
  demo: sharedGround,
  config: ['storage', 'contract'],
  // Calls as traces, for a collector.
  tracing: ['pbx', 'pbx/calls', 'events', 'config', 'contract'],
  main: ['*'],
};

/** Folders below a room are private to it, but for these, which the named rooms may enter as well; `*`: all that may import the room. */
export const openFolders: Record<string, readonly string[]> = {
  // For the command line, and for what the services do by themselves.
  'server/backup/places': ['main'],
  'server/companies/import': ['main'],
  'server/backup/schedule': ['main'],
  'server/backup/verify': ['main'],
  'client/contacts/files': ['contact-pages'],
  'client/settings/phones': ['banners'],
  // For the command line, which does the same as administrators in a browser, and what joins them to the exchange.
  'server/features/administration/channels': ['main'],
  'server/features/administration/company': ['main'],
  'server/features/administration/devices': ['main'],
  'server/features/administration/users': ['main'],
  'server/pbx/calls/invite': ['pbx/control'],
  'server/pbx/calls/recording': ['pbx/control'],
  'server/pbx/control/recording': ['pbx', 'main'],
  'server/pbx/sip/accounts': ['main'],
  'server/pbx/sip/trunks': ['main'],
  'server/storage/blobs': ['*'],
  'server/storage/erasing': ['*'],
  'server/storage/files': ['*'],
  'server/storage/postgres': ['supervisor', 'main'],
};

/** What tests share → what may import it besides tests and `testing/` folders; nothing of the product. */
export const testPackages: Record<string, readonly string[]> = {
  'packages/signals': ['apps/simulator', 'bench', 'e2e', 'tools'],
};

/** What lies outside of client and server → rooms of them that it may import, private folders too. */
export const outside: Record<string, readonly string[]> = {
  'packages/contract': [],
  'packages/signals': [],
  'packages/sip': [],
  'packages/wav': [],
  'apps/simulator': [],
  // The simulation of a cell: what the server decides, without what it is connected to.
  'apps/simulator/cell': ['server/cell', 'server/pbx', 'server/pbx/media', 'server/pbx/sip', 'server/storage'],
  // Its stories of components.
  'apps/client': ['client/*'],
  'apps/desktop': ['client/platform'],
  bench: ['server/*'],
  eval: [
    'server/ai',
    'server/ai/basic',
    'server/ai/chat',
    'server/ai/evidence',
    'server/ai/model',
    'server/ai/providers',
    'server/ai/transcript',
    'server/network',
    'server/reach',
  ],
  e2e: [
    'client/i18n',
    'client/platform',
    'server/crm',
    'server/demo',
    'server/features/administration',
    'server/features/call-logs',
    'server/integrations',
    'server/integrations/*',
    'server/jobs',
    'server/mail',
    'server/main',
    'server/network',
    'server/pbx/sip',
    'server/sign-on',
    'server/sound',
    'server/storage',
    'server/tls',
  ],
  tools: ['client/i18n', 'server/*'],
};
