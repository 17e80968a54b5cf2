import type { ServiceLeg } from './service-leg.ts';

const key = '1';
/** How long the key is waited for after each time that the caller was told to press it. */
const patienceMs = 5000;
const times = 2;

/** Says twice at most what to press; true once the caller has pressed it. Other keys mean nothing. */
export async function provesHuman(leg: ServiceLeg, whatToPress: string): Promise<boolean> {
  for (let said = 0; said < times; said += 1) {
    const pressed = (await leg.play({ file: whatToPress, loop: false }, key)) ?? (await leg.nextKey(key, patienceMs));
    if (pressed !== null) return true;
  }
  return false;
}
