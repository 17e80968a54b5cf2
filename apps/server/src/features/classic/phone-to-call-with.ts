import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';

/** Senders that hide the number (RFC 3325); the second hides the name as well. */
const hidden = ['anonymous', 'suppressed'];

/**
 * The user's phone, and the number that a call with it shows. Throws `Refusal`: CONFLICT for a phone that is not
 * registered and connected and for a sender that is none of its numbers, NOT_FOUND for someone else's phone.
 */
export async function phoneToCallWith(
  db: Database,
  userId: string,
  phoneId: string | null,
  sender: string | null,
): Promise<{ readonly phoneId: string; readonly ownNumber: string | null }> {
  if (phoneId === null) throw new Refusal('CONFLICT', 'Choose a phone to call with.');
  const phone = await db
    .selectFrom('phones')
    .selectAll()
    .where('id', '=', phoneId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!phone) throw notFound('phone');
  if (!phone.is_connected || phone.is_disconnected_by_user)
    throw new Refusal('CONFLICT', 'The phone is not connected.');
  if (phone.state !== 'REGISTER_SUCCESS') throw new Refusal('CONFLICT', 'The phone is not registered.');
  if (sender === null || sender === '') return { phoneId, ownNumber: phone.caller_id };
  if (hidden.includes(sender)) return { phoneId, ownNumber: sender };
  const own = ownNumberOf(sender, [
    ...phone.phone_numbers.map(({ phoneNumber }) => phoneNumber),
    ...(phone.caller_id === null ? [] : [phone.caller_id]),
  ]);
  if (own === null) throw new Refusal('CONFLICT', 'This number does not belong to the phone.');
  return { phoneId, ownNumber: own };
}

/** The number as the phone has it: clients leave the plus out. Null when it is none of them. */
function ownNumberOf(sender: string, numbers: readonly string[]): string | null {
  const bare = (number: string) => number.replace(/^\+/, '');
  return numbers.find((number) => bare(number) === bare(sender)) ?? null;
}
