import { randomBytes, randomInt } from 'node:crypto';
import type { SecretBox } from '../../storage/secret-box.ts';

/** Rows that are of no use without their secret, which no export has: they are made again by hand. */
export const lostRows: Readonly<Record<string, string>> = {
  api_tokens: 'tokens of programs',
  assistant_tokens: 'tokens of call assistants',
  mcp_tokens: 'tokens of AI programs',
  mailbox_pins: 'PINs of mailboxes',
  phone_setups: 'phones that fetch their settings',
};

type Given = Readonly<Record<string, string>>;

/** What a row gets in place of what the export keeps to itself; nothing for most tables. */
export function secretsOf(table: string, line: string, box: SecretBox): Given {
  const sealed = (secret: string) => `\\x${box.seal(secret).toString('hex')}`;
  switch (table) {
    case 'endpoints':
      return { password_sealed: sealed(randomBytes(18).toString('base64url')) };
    case 'phones':
      // Wrong passwords would have a provider lock us out.
      return { password_sealed: sealed(''), is_disconnected_by_user: 'true' };
    case 'webhooks':
      return { secret_sealed: sealed(`whsec_${randomBytes(32).toString('base64url')}`) };
    case 'conference_rooms':
      return { pin_sealed: sealed(String(randomInt(0, 1_000_000)).padStart(6, '0')) };
    case 'trunks':
      return signsIn(line) ? { is_enabled: 'false', state: 'off' } : {};
    default:
      return {};
  }
}

const signsIn = (line: string): boolean => {
  const { username, auth_username: name } = JSON.parse(line) as { username?: unknown; auth_username?: unknown };
  return Boolean(username ?? name);
};

/** What has to be given again, by the table that has it and a condition on its rows. */
export const askedAgain: readonly { readonly table: string; readonly what: string; readonly where: string }[] = [
  { table: 'users', what: 'users without a password: invite them', where: 'deactivated_at is null' },
  { table: 'trunks', what: 'trunks without their password: enter it and switch them on', where: 'not is_enabled' },
  { table: 'phones', what: 'SIP accounts without their password: add them again', where: 'true' },
  { table: 'endpoints', what: 'desk phones with a new password: set them up again', where: "kind = 'phone'" },
  { table: 'conference_rooms', what: 'conference rooms with a new PIN', where: 'true' },
  { table: 'webhooks', what: 'webhooks with a new secret', where: 'true' },
  { table: 'integrations', what: 'address books and CRMs to connect again', where: 'true' },
  { table: 'ai_connections', what: 'AI services without their key', where: 'true' },
  { table: 'mail_servers', what: 'mail servers without their password', where: 'true' },
  { table: 'single_sign_ons', what: 'sign-on providers without their secret', where: 'true' },
  {
    table: 'single_sign_on_domains',
    what: 'domains of single sign-on that wait for their proof',
    where: 'kept_until is null',
  },
];
