import type { ServiceLeg } from './service-leg.ts';

const key = '1';
/** So long is waited for the key after what to press was said, each time. */
const patienceMs = 5000;
const times = 2;

/** Says what to press, twice, and whether the caller did. Other keys mean nothing. */
export async function provesHuman(leg: ServiceLeg, whatToPress: string): Promise<boolean> {
  for (let said = 0; said < times; said += 1) {
    const pressed = (await leg.play({ file: whatToPress, loop: false }, key)) ?? (await leg.nextKey(key, patienceMs));
    if (pressed !== null) return true;
  }
  return false;
}
