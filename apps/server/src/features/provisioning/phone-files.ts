import { setupAddress, setupPath } from '@sidetone/contract/rules/phones/phone-setup-address.ts';
import { phoneSecretDigest } from '../../identity/phone-secrets.ts';
import { audit } from '../../requests/audit.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import { countRefusals } from '../../requests/refusals.ts';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import type { Writer } from '../../storage/writer.ts';
import { readPhoneBook } from './phone-books.ts';
import { phoneFacts } from './read-facts.ts';
import type { PhoneFacts } from './templates/phone-facts.ts';
import { templates } from './templates/templates.ts';

/** What a phone is sent. */
export interface PhoneFile {
  readonly contentType: string;
  readonly text: string;
}

/** Who asks for which file. */
export interface AskedFile {
  readonly secret: string;
  /** As it was asked for. */
  readonly file: string;
  /** The network address that the request came from. */
  readonly address: string;
  readonly userAgent: string | null;
  /** Such as `https://phone.example`, as the phone reached it. */
  readonly origin: string;
}

interface Check {
  right(): void;
  /** Counts it for an account; null where this is counted otherwise. */
  wrong(accountId: string | null): void;
}

export interface ProvisioningParts {
  readonly db: Database;
  readonly box: SecretBox;
  /** How a phone that reached this origin reaches SIP. */
  sipAt(origin: string): Pick<PhoneFacts, 'server' | 'way'>;
  /** Where the own authority's certificate is for a phone that reached this origin; null where there is none. */
  authorityAt(origin: string): string | null;
  /** Begins the check of a secret; null while none from there is checked. */
  check(address: string, name: string): Check | null;
  readonly now?: () => Date;
}

/** After the first fetch the answer may be asked for again for so long, from the same address: it may have been lost. */
const againWithinMs = 10 * 60_000;
const phoneBookFile = 'phonebook.xml';

/** Why a phone gets nothing, as the audit log says it. */
type Why = 'unknownSecret' | 'otherPhone' | 'secretUsed' | 'secretExpired';

/**
 * The file that a phone asks for. With the first secret it gets its settings once, and in them the secret that it fetches
 * with from then on. Rejects with `Refusal` NOT_FOUND for every other secret, for a phone whose user is deactivated and for
 * files that there are not, TOO_MANY_ATTEMPTS for addresses that are banned.
 */
export async function fetchPhoneFile(parts: ProvisioningParts, asked: AskedFile): Promise<PhoneFile> {
  const check = parts.check(asked.address, macIn(asked.file) ?? 'phone');
  if (check === null) throw new Refusal('TOO_MANY_ATTEMPTS', 'Too many wrong secrets came from this address.');
  const found = await parts.db.transaction().execute((trx) => admit(trx, asked, parts.now?.() ?? new Date()));
  if (found.as === 'refused') {
    check.wrong(null);
    await noteRefused(parts.db, asked, found, parts.now?.() ?? new Date());
    throw notFound('file');
  }
  check.right();
  if (found.as === 'nothing') throw notFound('file');
  const { setup } = found;
  const template = templates[setup.vendor];
  if (found.as === 'phoneBook') {
    if (template.phoneBook === null) throw notFound('file');
    const entries = await readPhoneBook(parts.db, setup.account_id);
    return { contentType: template.contentType, text: template.phoneBook(setup.accountName, entries) };
  }
  const own = parts.box.unseal(setup.own_sealed);
  const facts = await phoneFacts(parts.db, setup, {
    ...parts.sipAt(asked.origin),
    password: parts.box.unseal(setup.password_sealed),
    setupAddress: setupAddress(setup.vendor, asked.origin, own),
    phoneBookAddress: `${asked.origin}${setupPath}/${own}/${phoneBookFile}`,
    authorityAddress: parts.authorityAt(asked.origin),
  });
  return { contentType: template.contentType, text: template.settings(facts) };
}

type Setup = NonNullable<Awaited<ReturnType<typeof setupOf>>>;
/** Whose secret it was; null where it is nobody's. */
type Refused = { readonly as: 'refused'; readonly why: Why; readonly whose: Setup | null };
type Admitted =
  | Refused
  /** The phone is known, and there is no such file. */
  | { readonly as: 'nothing' }
  | { readonly as: 'settings' | 'phoneBook'; readonly setup: Setup };

/** Decides what the phone gets, and notes that it fetched. Of two that come with one first secret the second waits. */
async function admit(trx: Writer, asked: AskedFile, now: Date): Promise<Admitted> {
  const digest = phoneSecretDigest(asked.secret);
  const setup = digest === null ? undefined : await setupOf(trx, digest);
  if (!setup) return { as: 'refused', why: 'unknownSecret', whose: null };
  const refused = (why: Why): Admitted => ({ as: 'refused', why, whose: setup });
  const file = asked.file.toLowerCase();
  const mac = macIn(file);
  if (mac !== null && mac !== setup.mac) return refused('otherPhone');
  const isFirst = setup.first_digest === digest;
  if (isFirst && !mayBegin(setup, asked.address, now)) {
    return refused(setup.first_used_at === null ? 'secretExpired' : 'secretUsed');
  }
  if (setup.deactivated_at !== null) return { as: 'nothing' };
  if (!isFirst && setup.own_used_at === null) {
    await trx
      .updateTable('phone_setups')
      .set({ own_used_at: now })
      .where('endpoint_id', '=', setup.endpoint_id)
      .execute();
  }
  if (file === phoneBookFile && !isFirst) return { as: 'phoneBook', setup };
  if (!templates[setup.vendor].isSettings(file, setup.mac)) return { as: 'nothing' };
  const first = { first_used_at: setup.first_used_at ?? now, first_used_from: setup.first_used_from ?? asked.address };
  await trx
    .updateTable('phone_setups')
    .set({ fetched_at: now, user_agent: asked.userAgent?.slice(0, 200) ?? null })
    .set(isFirst ? first : {})
    .where('endpoint_id', '=', setup.endpoint_id)
    .execute();
  return { as: 'settings', setup };
}

const mayBegin = (setup: Setup, address: string, now: Date): boolean => {
  const { first_used_at: usedAt, first_used_from: usedFrom, first_until: until, own_used_at: ownUsedAt } = setup;
  if (usedAt === null) return now < until;
  return ownUsedAt === null && usedFrom === address && now.getTime() - usedAt.getTime() < againWithinMs;
};

const setupOf = (trx: Writer, digest: string) =>
  trx
    .selectFrom('phone_setups')
    .innerJoin('endpoints', 'endpoints.id', 'phone_setups.endpoint_id')
    .innerJoin('users', 'users.id', 'endpoints.user_id')
    .innerJoin('accounts', 'accounts.id', 'phone_setups.account_id')
    .selectAll('phone_setups')
    .select(['endpoints.sip_username', 'endpoints.password_sealed', 'endpoints.user_id'])
    .select(['users.first_name', 'users.last_name', 'users.locale', 'users.deactivated_at'])
    .select(['accounts.name as accountName', 'accounts.time_zone'])
    .where(({ or, eb }) => or([eb('first_digest', '=', digest), eb('own_digest', '=', digest)]))
    .forUpdate('phone_setups')
    .executeTakeFirst();

/** The MAC address in the name of a file, lower-case; what Yealink calls `y000000000066.cfg` is for all phones of a model. */
const macIn = (file: string): string | null => {
  if (/^y\d{12}\./i.test(file)) return null;
  return /(?:^|[^0-9a-f]|cfg)([0-9a-f]{12})(?![0-9a-f])/i.exec(file)?.[1]?.toLowerCase() ?? null;
};

/** As many companies hear of it that somebody asks for a phone of theirs: anyone may enter any MAC address. */
const mostCompanies = 5;

/** The phones that have this MAC address, in any company. */
const phonesOf = (db: Database, mac: string) =>
  db
    .selectFrom('phone_setups')
    .select(['endpoint_id', 'account_id'])
    .where('mac', '=', mac)
    .orderBy('endpoint_id')
    .limit(mostCompanies)
    .execute();

/**
 * Counts what was refused, and says it in the audit log of those whose phone it was about, once an hour for each address.
 * Of a secret that is known only the company hears that has it, whatever MAC address was asked for: the address may be its own.
 */
async function noteRefused(db: Database, asked: AskedFile, { why, whose }: Refused, at: Date): Promise<void> {
  const mac = macIn(asked.file);
  const theirs = whose !== null ? [whose] : mac === null ? [] : await phonesOf(db, mac);
  await db.transaction().execute(async (trx) => {
    for (const { endpoint_id: target, account_id: accountId } of theirs) {
      const source = asked.address;
      const isFirst = await countRefusals(trx, { accountId, kind: 'phoneSetup', source, at, detail: { mac, why } });
      if (!isFirst) continue;
      await audit(trx, {
        accountId,
        actorUserId: null,
        action: 'phone.setupRefused',
        target,
        detail: { mac, why },
        address: asked.address,
      });
    }
  });
}
