import { createHash, randomBytes } from 'node:crypto';
import { type AdminRole, adminRoles } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { defaultGrants } from '@sidetone/contract/rules/grants.ts';
import { sql } from 'kysely';
import { createAccount, createUser } from '../identity/accounts.ts';
import { storedId } from '../identity/openid/oidc-adapter.ts';
import { hashPassword } from '../identity/passwords.ts';
import type { Database } from '../storage/database.ts';
import { plantAssistant } from './plant-assistant.ts';
import { plantRoom } from './plant-room.ts';

/** Who asks; everyone but `other` is of one account. */
export const actors = ['signedOut', 'expired', 'other', 'nonMember', 'member', 'admin'] as const;
export type Actor = (typeof actors)[number];

/** What a request is about. It belongs to the account; `channelId` has one member, `member`, whose the devices are. */
export interface Things {
  readonly accountId: string;
  readonly memberId: string;
  readonly channelId: string;
  /** The member's own. */
  readonly privateChannelId: string;
  readonly docId: string;
  readonly voicemailDocId: string;
  readonly userId: string;
  readonly invitedUserId: string;
  readonly classicPhoneId: string;
  readonly deskPhoneId: string;
  readonly trunkId: string;
  /** Of numbers that nobody has. */
  readonly blockId: string;
  readonly number: string;
  readonly extension: string;
  readonly bannedAddress: string;
  readonly alertId: string;
  readonly announcementId: string;
  readonly contactId: string;
  /** The member's. */
  readonly favoriteId: string;
  /** The member's, of contacts and of people, and it has ended. */
  readonly importId: string;
  /** The member's, as are the feedback and the feedback on the call. */
  readonly assetId: string;
  readonly feedbackId: string;
  readonly callFeedbackId: string;
  readonly bannerId: string;
  /** Of the picture of the user. */
  readonly pictureDigest: string;
  readonly aiConnectionId: string;
  /** The member's. */
  readonly setId: string;
  readonly webhookId: string;
  readonly alarmId: string;
  /** The member uses it, and it has one result. */
  readonly assistantId: string;
  readonly menuId: string;
  /** Nobody owns it. */
  readonly roomId: string;
  /** An entry of the member's own list; with `all-` before it, one of the account's. */
  readonly blockedId: string;
  readonly hoursId: string;
  readonly skillId: string;
  readonly groupId: string;
  /** The member's, with an answer. */
  readonly chatId: string;
  readonly messageId: string;
}

/** Two companies: one whose things are asked for, and another one whose administrator asks as well. */
export async function authorisationWorld(db: Database) {
  const accountId = await createAccount(db, { name: 'Some company', areaCode: '30' });
  const otherId = await createAccount(db, { name: 'Another company', areaCode: '30' });
  // Chat about calls is for test accounts.
  await db
    .updateTable('accounts')
    .set({ flags: JSON.stringify({ hasAiInsightsChat: true }) })
    .execute();
  await db.updateTable('accounts').set({ runs_server: true }).where('id', '=', accountId).execute();
  const newUser = (name: string, account: string, admin: boolean, hash?: string) =>
    createUser(db, {
      accountId: account,
      firstName: name,
      lastName: 'Tester',
      email: `${name}@${account}.example`,
      admin,
      ...(hash === undefined ? {} : { passwordHash: hash }),
    });
  const passwordHash = await hashPassword('correct horse battery');
  const person = async (...about: Parameters<typeof newUser>) => (await newUser(...about)).userId;
  const member = await newUser('member', accountId, false, passwordHash);
  const ids = {
    other: await person('other', otherId, true, passwordHash),
    nonMember: await person('stranger', accountId, false, passwordHash),
    member: member.userId,
    admin: await person('boss', accountId, true, passwordHash),
  };
  await db
    .updateTable('users')
    .set({ grants: [...defaultGrants, 'INTEGRATION_WRITE', 'CALL_DELETE'] })
    .execute();
  const tokens: Record<Actor, string | undefined> = {
    signedOut: undefined,
    // An administrator of their own: the other one ends all other sign-ins on the way.
    expired: await tokenOf(db, await person('former', accountId, true, passwordHash), -1000),
    other: await tokenOf(db, ids.other),
    nonMember: await tokenOf(db, ids.nonMember),
    member: await tokenOf(db, ids.member),
    admin: await tokenOf(db, ids.admin),
  };
  /** Of someone with one role each, who is no administrator. */
  const roleTokens = {} as Record<AdminRole, string>;
  for (const role of adminRoles) {
    const userId = await person(`role-${role}`, accountId, false, passwordHash);
    await db
      .updateTable('users')
      .set({ roles: [role] })
      .where('id', '=', userId)
      .execute();
    roleTokens[role] = await tokenOf(db, userId);
  }
  let planted = 0;
  return {
    ids,
    tokens,
    roleTokens,
    /** New things, so that what one request removes is there for the next. */
    async plant(): Promise<Things> {
      planted += 1;
      const at = planted;
      const things: Things = {
        accountId,
        memberId: ids.member,
        channelId: `cteam${at}`,
        docId: `pbx-${at}`,
        privateChannelId: member.channelId,
        voicemailDocId: `pbx-voicemail-${at}`,
        userId: await person(`target${at}`, accountId, false, passwordHash),
        invitedUserId: await person(`invited${at}`, accountId, false),
        classicPhoneId: `phone${at}`,
        deskPhoneId: `p${at}`,
        trunkId: `t${at}`,
        blockId: `b${at}`,
        number: `+49305551${String(at).padStart(4, '0')}`,
        extension: String(10_000 + at),
        bannedAddress: `203.0.113.${at}`,
        alertId: String(1000 + at),
        announcementId: `announcement${at}`,
        contactId: `kontakt${at}`,
        importId: `import${at}`,
        favoriteId: `favorite${at}`,
        assetId: `asset${at}`,
        pictureDigest: createHash('sha256').update(String(at)).digest('hex'),
        feedbackId: `feedback${at}`,
        callFeedbackId: `callfeedback${at}`,
        bannerId: `banner${at}`,
        aiConnectionId: `ai${at}`,
        setId: `set${at}`,
        webhookId: `webhook-${at}`,
        alarmId: `${90_000 + at}`,
        assistantId: `assistant${at}`,
        menuId: `menu${at}`,
        roomId: `room${at}`,
        blockedId: `blocked${at}`,
        hoursId: `hours${at}`,
        skillId: `skill${at}`,
        groupId: `group${at}`,
        chatId: `chat${at}`,
        messageId: `answer${at}`,
      };
      await plantRows(db, things);
      return things;
    },
  };
}

/** What a banner says besides the columns of its own. */
const bannerContent = JSON.stringify({ message: { de: 'Wartung', en: 'Maintenance' }, type: 'INFO' });

/** An access token with its grant, as signing in leaves them. */
export async function tokenOf(db: Database, userId: string, lastsMs = 60 * 60_000): Promise<string> {
  const [token, grantId] = [randomBytes(24).toString('base64url'), `grant-${randomBytes(8).toString('hex')}`];
  const payload = JSON.stringify({ accountId: userId });
  const expires = new Date(Date.now() + lastsMs);
  await db
    .insertInto('oidc_documents')
    .values([
      { model: 'Grant', id: grantId, payload, grant_id: grantId, uid: null, expires_at: null, consumed_at: null },
      {
        model: 'AccessToken',
        id: storedId('AccessToken', token),
        payload,
        grant_id: grantId,
        uid: null,
        expires_at: expires,
        consumed_at: null,
      },
    ])
    .execute();
  return token;
}

async function plantRows(db: Database, things: Things): Promise<void> {
  const { accountId, memberId, channelId } = things;
  const account = { account_id: accountId };
  // Nobody may have many of these.
  await db.deleteFrom('announcements').where('account_id', '=', accountId).execute();
  await db.deleteFrom('favorites').where('user_id', '=', memberId).execute();
  await db
    .insertInto('channels')
    .values({ ...account, id: channelId, type: 'acd', name: channelId, follow_up_time: 0 })
    .execute();
  await db.insertInto('channel_members').values({ channel_id: channelId, user_id: memberId }).execute();
  const event = {
    ...account,
    channel_id: channelId,
    session_id: 's',
    unresolved: true,
    direction: 'INCOMING' as const,
    state: 'FINISHED',
    started_at: new Date(),
    terminated_at: new Date(),
    owner: memberId,
    documentation: JSON.stringify({
      actionItem: { status: 'success', items: [{ id: 'item', text: 'Call back', checked: false }] },
    }),
  };
  await db
    .insertInto('inbox_events')
    .values([
      { ...event, id: things.docId },
      { ...event, id: things.voicemailDocId },
    ])
    .execute();
  await db
    .insertInto('numbers')
    .values({ ...account, e164: things.number, channel_id: channelId })
    .execute();
  await db
    .insertInto('extensions')
    .values({ ...account, extension: things.extension, channel_id: channelId })
    .execute();
  await db
    .insertInto('endpoints')
    .values({
      ...account,
      id: things.deskPhoneId,
      user_id: memberId,
      kind: 'phone',
      alias: 'Desk',
      sip_username: things.deskPhoneId,
      password_sealed: Buffer.from(''),
    })
    .execute();
  await sql`insert into phone_setups (endpoint_id, account_id, vendor, mac, model, first_digest, first_until, own_digest, own_sealed)
    values (${things.deskPhoneId}, ${accountId}, 'snom', ${macOf(things)}, 'D785', ${`${things.deskPhoneId} first`}, now(),
      ${things.deskPhoneId}, '')`.execute(db);
  await db
    .insertInto('phones')
    .values({
      ...account,
      id: things.classicPhoneId,
      user_id: memberId,
      name: 'Classic',
      username: 'u',
      password_sealed: Buffer.from(''),
      registrar: '127.0.0.1:1',
      failure: null,
    })
    .execute();
  await db
    .insertInto('trunks')
    .values({
      ...account,
      id: things.trunkId,
      name: 'Provider',
      kind: 'address',
      // Refuses at once: a test of it waits for nobody.
      host: '127.0.0.1',
      port: 1,
      transport: 'tcp',
      username: null,
      auth_username: null,
      password_sealed: null,
      outbound_proxy: null,
      fixed_number: null,
      max_calls: null,
      failure: null,
    })
    .execute();
  const kept = {
    ...account,
    channel_id: channelId,
    session_id: 's',
    original_path: 'none.wav',
    started_at: new Date(),
  };
  await db
    .insertInto('recordings')
    .values({ ...kept, id: `r-${channelId}`, doc_id: things.docId, user_id: memberId, mode: 'manual', state: 'ready' })
    .execute();
  await db
    .insertInto('voicemails')
    .values({ ...kept, id: `v-${channelId}`, doc_id: things.voicemailDocId, state: 'ready' })
    .execute();
  await sql`insert into contacts (id, account_id, name, first_name, e164s)
    values (${things.contactId}, ${accountId}, ${things.contactId}, ${things.contactId}, ${[things.number]})`.execute(
    db,
  );
  await sql`insert into contact_imports (id, account_id, user_id, file_name, format, state)
    values (${things.importId}, ${accountId}, ${memberId}, 'people.vcf', 'vcard', 'DONE')`.execute(db);
  await sql`insert into number_blocks (id, account_id, first, last)
    values (${things.blockId}, ${accountId}, ${`+4930777${things.blockId}`}, ${`+4930777${things.blockId}9`})`.execute(
    db,
  );
  await sql`insert into people_imports (id, account_id, user_id, mode, state, total, ended_at)
    values (${things.importId}, ${accountId}, ${memberId}, 'each', 'done', 0, now())`.execute(db);
  await sql`insert into blocked_callers (id, account_id, user_id, kind, number)
    values (${things.blockedId}, ${accountId}, ${memberId}, 'number', ${things.number}),
      (${`all-${things.blockedId}`}, ${accountId}, null, 'number', ${things.number})`.execute(db);
  await sql`insert into favorites (id, user_id, contact_id, integration_name, display_name)
    values (${things.favoriteId}, ${memberId}, ${`SIDETONE:${things.contactId}`}, 'SIDETONE', ${things.contactId})`.execute(
    db,
  );
  await sql`insert into announcements (id, account_id, name, duration_ms)
    values (${things.announcementId}, ${accountId}, ${things.announcementId}, 1000)`.execute(db);
  await sql`insert into feedback (id, account_id, user_id, subject, text, email, facts)
    values (${things.feedbackId}, ${accountId}, ${memberId}, '', 'It works well.', 'member@company.example', '{}')`.execute(
    db,
  );
  await sql`insert into user_assets (id, account_id, user_id, feedback_id, kind, file_name, content_type, bytes)
    values (${things.assetId}, ${accountId}, ${memberId}, ${things.feedbackId}, 'log', 'app.log', 'text/plain', 1)`.execute(
    db,
  );
  await sql`insert into call_feedback (id, account_id, user_id, call_id, rating, text, from_dialog)
    values (${things.callFeedbackId}, ${accountId}, ${memberId}, ${things.callFeedbackId}, 'GOOD', '', true)`.execute(
    db,
  );
  await sql`insert into user_pictures (user_id, account_id, digest, content_type, bytes)
    values (${things.userId}, ${accountId}, ${things.pictureDigest}, 'image/png', 'x')`.execute(db);
  // An account keeps only so many of them.
  await db.deleteFrom('info_banners').where('account_id', '=', accountId).execute();
  await sql`insert into info_banners (id, account_id, scope, enabled, content)
    values (${things.bannerId}, ${accountId}, ${accountId}, true, ${bannerContent})`.execute(db);
  await sql`insert into smart_answer_sets (id, user_id) values (${things.setId}, ${memberId})`.execute(db);
  await sql`insert into chats (id, user_id) values (${things.chatId}, ${memberId})`.execute(db);
  await sql`insert into chat_messages (id, chat_id, text, state)
    values (${things.messageId}, ${things.chatId}, 'What was said?', 'nothing')`.execute(db);
  // There is one of each kind.
  await db.deleteFrom('ai_connections').where('account_id', '=', accountId).execute();
  await sql`insert into ai_connections (id, account_id, purpose, kind, name, model)
    values (${things.aiConnectionId}, ${accountId}, 'speech', 'local', 'This server', '')`.execute(db);
  // An account has one.
  await db.deleteFrom('webhooks').where('account_id', '=', accountId).execute();
  await sql`insert into webhooks (id, account_id, url, method, payload, secret_sealed)
    values (${things.webhookId}, ${accountId}, 'https://9.9.9.9/', 'POST', 'JSON', '')`.execute(db);
  await sql`insert into alarms (id, account_id, key, kind, code, worst, is_of_server, name, host, seen_at, began_at)
    overriding system value values (${things.alarmId}, ${accountId}, ${things.alarmId}, 'trunks', 'trunkFailing', 'trunkFailing', false, '', '', now(), now())`.execute(
    db,
  );
  await plantAssistant(db, things);
  await db.deleteFrom('voice_menus').where('account_id', '=', accountId).execute();
  await sql`insert into voice_menus (id, account_id, name, settings)
    values (${things.menuId}, ${accountId}, 'Main menu', '{}')`.execute(db);
  await plantRoom(db, things);
  await db.deleteFrom('opening_hours').where('account_id', '=', accountId).execute();
  await sql`insert into opening_hours (id, account_id, name, settings)
    values (${things.hoursId}, ${accountId}, 'Office', '{}')`.execute(db);
  await sql`delete from skills where account_id = ${accountId}`.execute(db);
  await sql`insert into skills (id, account_id, name) values (${things.skillId}, ${accountId}, 'English')`.execute(db);
  await db
    .insertInto('bans')
    .values({
      address: things.bannedAddress,
      reason: 'wrongPasswords',
      lifted_at: null,
      lifted_by: null,
      since: new Date(),
      until: new Date(Date.now() + 60 * 60_000),
    })
    .execute();
  await sql`insert into alerts (id, scope, kind, source, hour, at) overriding system value
    values (${things.alertId}, ${accountId}, 'limitReached', ${things.memberId}, now(), now())`.execute(db);
  await db
    .insertInto('one_time_links')
    .values({
      ...account,
      user_id: things.invitedUserId,
      kind: 'invitation',
      token_hash: `hash-${channelId}`,
      made_by: null,
      created_at: new Date(),
      delivery: 'off',
      expires_at: new Date(Date.now() + 60 * 60_000),
    })
    .execute();
}

/** A MAC address that no other phone has. */
export const macOf = ({ extension }: Pick<Things, 'extension'>): string => `0004130${extension}`;
