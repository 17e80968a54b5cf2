import { SERVER_ROLE } from '../../apps/server/src/storage/postgres/cluster.ts';

/** A server whose owner's statements are run. */
interface Statements {
  queryServer<Row extends object>(text: string): Promise<Row[]>;
}

/** Whom the statements of stories are, where they share a server: who sees and changes rows of one company only. */
export const companyRole = 'story_company';

/** Names the accounts of a connection, separated by commas. */
export const accountsSetting = 'story.accounts';

const ofCompany = `any (string_to_array(current_setting('${accountsSetting}'), ','))`;

/** Tables without an account of their own, and whose rows are a company's. Those of what they refer to are restricted too. */
const rowsOfCompany: Readonly<Record<string, string>> = {
  accounts: `id = ${ofCompany}`,
  agent_claims: 'user_id in (select id from users)',
  agents: 'user_id in (select id from users)',
  assistant_answers: 'asking_id in (select id from assistant_askings)',
  assistant_deleted_results: 'assistant_id in (select id from assistants)',
  assistant_feedback: 'result_id in (select id from assistant_results)',
  assistant_users: 'assistant_id in (select id from assistants)',
  call_groups: 'channel_id in (select id from channels)',
  call_snapshots: 'call_id in (select id from calls)',
  call_words: 'channel_id in (select id from channels)',
  channel_members: 'channel_id in (select id from channels)',
  chat_citations: 'message_id in (select id from chat_messages)',
  chat_messages: 'chat_id in (select id from chats)',
  chat_questions: 'user_id in (select id from users)',
  chats: 'user_id in (select id from users)',
  client_lines: 'user_id in (select id from users)',
  crm_users: 'user_id in (select id from users)',
  crm_write_events: 'write_id in (select id from crm_writes)',
  favorites: 'user_id in (select id from users)',
  legs: 'call_id in (select id from calls)',
  oidc_documents: `payload ->> 'accountId' in (select id from users)`,
  presence_connectors: 'user_id in (select id from users)',
  presence_farewells: 'user_id in (select id from users)',
  registrations: 'user_id in (select id from users)',
  smart_answer_assignments: 'user_id in (select id from users)',
  smart_answer_sets: 'user_id in (select id from users)',
  sip_dialogs: 'leg_id in (select id from legs)',
  transcript_words: 'channel_id in (select id from channels)',
};

/** What the triggers of those tables write to beside them. */
const written = ['erasures'];

/**
 * Makes the database itself see to it that a story's statement never leaves its company: for this role rows of others are
 * not there, and tables that are the server's are forbidden. The server, which has a role of its
 * own, notices nothing.
 */
export async function restrictCompanies(sidetone: Statements): Promise<void> {
  const withAccount = await sidetone.queryServer<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'account_id'`,
  );
  const conditions = {
    ...Object.fromEntries(withAccount.map(({ name }) => [name, `account_id = ${ofCompany}`])),
    ...rowsOfCompany,
  };
  const statements = [
    `create role ${companyRole}`,
    `grant usage on all sequences in schema public to ${companyRole}`,
    `grant all on ${[...Object.keys(conditions), ...written].join(', ')} to ${companyRole}`,
    ...Object.entries(conditions).flatMap(([table, condition]) => [
      `alter table ${table} enable row level security`,
      `create policy ${companyRole} on ${table} to ${companyRole} using (${condition})`,
      `create policy ${SERVER_ROLE} on ${table} to ${SERVER_ROLE} using (true)`,
    ]),
  ];
  await sidetone.queryServer(statements.join(';\n'));
}
