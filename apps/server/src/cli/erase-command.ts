import { setTimeout as pause } from 'node:timers/promises';
import { type Erased, eraseDeleted } from '../storage/erasure.ts';
import { type Command, CommandError } from './command.ts';

/** How long we try, while someone reads what was before or uses a table. */
const patienceMs = 60_000;

const erase: Command = {
  name: 'erase',
  usage: 'erase',
  about: 'erase everything deleted from the disk now, instead of within the hour',
  options: {},
  words: 0,
  async run({ db }) {
    for (const until = performance.now() + patienceMs; ; await pause(500)) {
      const { outcome, heldMs, tables, lacking } = await eraseDeleted(db, { always: true });
      if (outcome === 'erased') {
        const done = `Erased. Nobody could use ${partsOf(tables)} for ${Math.ceil(heldMs)} ms.`;
        return [done, ...lacking.map((each) => `Left to the operator of the database: ${each}`)].join('\n');
      }
      if (performance.now() < until) continue;
      throw new CommandError(
        'A table is still in use, or something such as a backup still reads the old data. Nothing is lost: the server tries again within minutes.',
      );
    }
  },
};

const inbox = 'the inbox';
const crmLog = 'the CRM log';

/** What people call what the tables hold. */
const parts: Readonly<Record<Erased['tables'][number], string>> = {
  inbox_events: inbox,
  call_groups: inbox,
  call_days: 'the statistics',
  recordings: inbox,
  voicemails: inbox,
  call_words: inbox,
  call_snapshots: inbox,
  sip_dialogs: inbox,
  sip_traces: 'SIP messages of calls',
  contacts: 'the contacts',
  favorites: 'the favorites',
  contact_imports: 'the imports of contacts',
  people_imports: 'the imports of users',
  people_import_rows: 'the imports of users',
  integrations: 'the connected address books',
  ai_connections: 'the AI services',
  smart_answer_sets: 'the saved questions',
  chats: 'the AI chats',
  chat_messages: 'the AI chats',
  webhooks: 'the webhooks',
  alarm_settings: 'the alarms',
  notices: 'the alarms',
  audit_streams: 'the receivers of the audit log',
  phone_recordings: 'announcements by telephone',
  integration_tokens: 'the connected address books',
  presence_connectors: 'the connected programs',
  presence_farewells: 'the connected programs',
  call_logs: crmLog,
  call_log_entities: crmLog,
  call_tasks: crmLog,
  crm_writes: crmLog,
  number_choices: crmLog,
  assistant_results: 'the results of call assistants',
  assistant_feedback: 'the results of call assistants',
  assistant_answers: 'the results of call assistants',
  assistant_bot_calls: 'the results of call assistants',
  feedback: 'the feedback',
  user_assets: 'the pictures and logs of feedback',
  call_feedback: 'the ratings of calls',
  user_pictures: 'the pictures of users',
  captures: inbox,
  authenticators: 'the authenticator apps',
  passkeys: 'the passkeys',
  single_sign_ons: 'the single sign-on of companies',
  single_sign_on_links: 'the single sign-on of users',
  blocked_callers: 'the blocked callers',
  nuisance_marks: 'callers marked as a nuisance',
  heard_pieces: inbox,
  transcript_words: inbox,
  custom_words: 'the custom words',
  mail_servers: 'the mail servers',
};

const partsOf = (tables: Erased['tables']): string => {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(new Set(tables.map((table) => parts[table])));
};

export const eraseCommands: readonly Command[] = [erase];
