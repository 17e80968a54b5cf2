import {
  type PhoneFeatureChange,
  type PhoneFeatures,
  type PhoneForward,
  phoneForwards,
} from '@sidetone/contract/rules/phones/phone-features.ts';
import { escaped, type NotifyBody } from './event-packages.ts';

/** What one element of a change may hold. */
const longestValue = 128;
/** A change is one small element. */
const longestBody = 4096;
/** How long a phone counts one ring; the forms of phones ask for rings, and the line counts seconds. */
const secondsOfRing = 5;
const mostRings = 100;

const partType = 'application/x-as-feature-event+xml';
const boundary = 'sidetone-features';
const namespace = 'http://www.ecma-international.org/standards/ecma-323/csta/ed3';

/** What phones call the occasions (ECMA-323, as BroadWorks uses it). */
const forwardingTypes: Readonly<Record<PhoneForward, string>> = {
  always: 'forwardImmediate',
  busy: 'forwardBusy',
  noAnswer: 'forwardNoAns',
};

/**
 * What the key of a phone asks for: the body of a SUBSCRIBE to `as-feature-event`. Null for one that asks for nothing that we
 * know, or cannot be read.
 */
export function readFeatureChange(body: string): PhoneFeatureChange | null {
  if (body.length > longestBody) return null;
  const root = /<(?:[a-z]{1,20}:)?(SetDoNotDisturb|SetForwarding)[\s>]/i.exec(body)?.[1]?.toLowerCase();
  if (root === undefined) return null;
  if (root === 'setdonotdisturb') {
    const isOn = booleanOf(elementOf(body, 'doNotDisturbOn'));
    return isOn === null ? null : { feature: 'doNotDisturb', isOn };
  }
  const type = elementOf(body, 'forwardingType')?.toLowerCase();
  const feature = phoneForwards.find((one) => forwardingTypes[one].toLowerCase() === type);
  const isOn = booleanOf(elementOf(body, 'activateForward'));
  if (feature === undefined || isOn === null) return null;
  const rings = /^[0-9]{1,3}$/.exec(elementOf(body, 'ringCount') ?? '')?.[0];
  const ringSeconds =
    feature !== 'noAnswer' || rings === undefined || Number(rings) === 0 ? null : Number(rings) * secondsOfRing;
  return { feature, isOn, to: elementOf(body, 'forwardDN') || null, ringSeconds };
}

/** The text in the first element of this name, without spaces around it. */
function elementOf(body: string, name: string): string | null {
  const begin = new RegExp(`<(?:[a-z]{1,20}:)?${name}(?:\\s[^<>]{0,200})?>`, 'i').exec(body);
  if (!begin) return null;
  const from = begin.index + begin[0].length;
  const until = body.indexOf('<', from);
  if (until === -1 || until - from > longestValue) return null;
  return body.slice(from, until).trim().replaceAll('&amp;', '&');
}

const booleanOf = (value: string | null): boolean | null => {
  const word = value?.toLowerCase();
  return word === 'true' || word === '1' ? true : word === 'false' || word === '0' ? false : null;
};

/**
 * The body of a NOTIFY: what differs from what the phone heard last, or all of it with null. Several parts are one multipart
 * body, as BroadWorks sends it. Undefined where nothing differs.
 */
export function featureBody(device: string, now: PhoneFeatures, told: PhoneFeatures | null): NotifyBody | undefined {
  const before = told === null ? null : new Set(partsOf(device, told));
  const parts = partsOf(device, now).filter((part) => before === null || !before.has(part));
  const [first, ...others] = parts;
  if (first === undefined) return undefined;
  if (others.length === 0) return { type: partType, text: first };
  const texts = parts.map((part) => `--${boundary}\r\nContent-Type: ${partType}\r\n\r\n${part}`);
  return { type: `multipart/mixed;boundary=${boundary}`, text: `${texts.join('\r\n')}\r\n--${boundary}--\r\n` };
}

function partsOf(device: string, { isDnd, forwards, ringSeconds }: PhoneFeatures): string[] {
  const rings = Math.min(mostRings, Math.max(1, Math.round(ringSeconds / secondsOfRing)));
  return [
    partOf('DoNotDisturbEvent', [
      ['device', device],
      ['doNotDisturbOn', String(isDnd)],
    ]),
    ...phoneForwards.map((one) =>
      partOf('ForwardingEvent', [
        ['device', device],
        ['forwardingType', forwardingTypes[one]],
        ['forwardStatus', String(forwards[one].isOn)],
        ['forwardTo', forwards[one].to],
        ...(one === 'noAnswer' ? [['ringCount', String(rings)] as const] : []),
      ]),
    ),
  ];
}

const partOf = (root: string, values: readonly (readonly [name: string, value: string])[]): string =>
  [
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    `<${root} xmlns="${namespace}">`,
    ...values.map(([name, value]) => `  <${name}>${escaped(value)}</${name}>`),
    `</${root}>`,
    '',
  ].join('\r\n');
