import type { NewTrunk } from '@sidetone/contract/entities/trunk.ts';
import { Refusal } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';
import { runsServer } from '../company/account.ts';

/** Where the messages of a trunk go first. */
export type TrunkPlace = Pick<NewTrunk, 'host' | 'port' | 'transport' | 'outboundProxy'>;

/**
 * The field that leads to the server's own network, where the operator did not name that host; null where none does, and
 * where it is not found for now.
 */
export type FindInnerHost = (place: TrunkPlace) => Promise<'host' | 'outboundProxy' | null>;

/** Throws `Refusal` VALIDATION_FAILED where a trunk would have the server speak to its own network, which is its operator's. */
export async function refuseInnerHost(
  db: Writer,
  findInnerHost: FindInnerHost,
  accountId: string,
  place: TrunkPlace,
): Promise<void> {
  if (await runsServer(db, accountId)) return;
  const field = await findInnerHost(place);
  if (field === null) return;
  const message = `${place[field]} is in the internal network of this server, and INTEGRATION_PRIVATE_HOSTS does not name it.`;
  throw new Refusal('VALIDATION_FAILED', message, { issues: [{ path: field, message: 'innerHost' }] });
}
