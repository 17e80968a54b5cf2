import { expect, test } from 'vitest';
import { firmwareOf } from './firmware.ts';

test.each([
  ['Yealink SIP-T54W 96.86.0.70', '96.86.0.70'],
  ['Yealink SIP-T46U 108.86.0.45 80:5e:c0:00:00:01', '108.86.0.45'],
  ['Mozilla/4.0 (compatible; snomD785-SIP 10.1.175.16)', '10.1.175.16'],
  ['snomD785/10.1.175.16', '10.1.175.16'],
  ['Grandstream GRP2614 1.0.11.79', '1.0.11.79'],
  ['Grandstream Model HW GXP2170 SW 1.0.11.64 DevId 000b82aabbcc', '1.0.11.64'],
  ['Cisco-CP-8841-3PCC/11.3.7_0012', '11.3.7'],
  ['Cisco-CP-8851-3PCC/12.0.1SR2 (00562b0429d7)', '12.0.1SR2'],
  ['Gigaset N870 IP PRO/83.V2.39.0', '83.V2.39.0'],
  ['Twinkle/1.10.2', '1.10.2'],
  ['a telephone', null],
  ['', null],
  [null, null],
])('the firmware of %j is %j', (userAgent, version) => {
  expect(firmwareOf(userAgent)).toBe(version);
});

test('of a name of any length the beginning counts', () => {
  expect(firmwareOf(`Phone 1.2.3 ${'x'.repeat(100_000)} 4.5.6`)).toBe('1.2.3');
  expect(firmwareOf(`${'x'.repeat(200)} 1.2.3`)).toBeNull();
});
