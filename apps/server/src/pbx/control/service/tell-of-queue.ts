import type { Service } from '../../calls/call.ts';
import { placeFile, soundFile, waitFile } from '../../media/sounds.ts';
import type { ServiceLeg } from './service-leg.ts';

/** Tells a caller in a queue of their place there, and of the call-back. */
export async function tellOfQueue(
  leg: ServiceLeg,
  service: Extract<Service, { kind: 'place' | 'callBack' }>,
  language: () => Promise<'de' | 'en'>,
): Promise<void> {
  if (service.kind === 'callBack') {
    const locale = await language();
    await leg.play({ file: soundFile(service.isKept ? 'callBackKept' : 'callBackRefused', locale), loop: false });
    return;
  }
  const { position, wait, offer } = service;
  if (position === null && wait === undefined && !offer) return;
  const locale = await language();
  if (position !== null) await leg.play({ file: placeFile(position, locale), loop: false });
  if (wait !== undefined) await leg.play({ file: waitFile(wait, locale), loop: false });
  if (offer) await leg.play({ file: offer.file ?? soundFile('callBackOffer', locale), loop: false });
}
