import type { EmergencyAddress } from '@sidetone/contract/entities/number-plan.ts';

/** The body of an INVITE with the place that it comes from, and the header fields that say so. */
export interface LocationBody {
  readonly type: string;
  readonly text: string;
  readonly headers: readonly (readonly [string, string])[];
}

/**
 * Puts a civic address beside a session description: location by value (RFC 6442 §3.1) in a PIDF-LO document (RFC 4119,
 * RFC 5139), as one part of multipart/mixed (RFC 5621). `token` is unguessable, so that no part contains it.
 */
export function withLocation(sdp: string, address: EmergencyAddress, token: string): LocationBody {
  const boundary = `location-${token}`;
  const id = `${token}@sidetone.invalid`;
  const text = [
    `--${boundary}`,
    'Content-Type: application/sdp',
    '',
    sdp.replace(/\r\n$/, ''),
    `--${boundary}`,
    'Content-Type: application/pidf+xml',
    `Content-ID: <${id}>`,
    '',
    pidfOf(address),
    `--${boundary}--`,
    '',
  ].join('\r\n');
  return {
    type: `multipart/mixed;boundary="${boundary}"`,
    text,
    headers: [
      ['Geolocation', `<cid:${id}>`],
      // RFC 6442 §4.2: servers that route the call may read it, which is what it is for.
      ['Geolocation-Routing', 'yes'],
    ],
  };
}

/** Elements of RFC 5139 §3: country, city, street, house number, postal code, name, and what else helps to find it. */
const pidfOf = ({ country, city, street, houseNumber, postalCode, name, note }: EmergencyAddress): string => {
  const parts = { country, A3: city, RD: street, HNO: houseNumber, PC: postalCode, NAM: name, LOC: note };
  const civic = Object.entries(parts).flatMap(([tag, text]) =>
    text === '' ? [] : [`<ca:${tag}>${escaped(text)}</ca:${tag}>`],
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<presence xmlns="urn:ietf:params:xml:ns:pidf" xmlns:gp="urn:ietf:params:xml:ns:pidf:geopriv10" xmlns:ca="urn:ietf:params:xml:ns:pidf:geopriv10:civicAddr" entity="pres:caller@sidetone.invalid">',
    `<tuple id="place"><status><gp:geopriv><gp:location-info><ca:civicAddress>${civic.join('')}</ca:civicAddress></gp:location-info><gp:usage-rules/></gp:geopriv></status></tuple>`,
    '</presence>',
  ].join('\r\n');
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** XML 1.0 has no way to write control characters. */
const escaped = (text: string): string =>
  text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"]/g, (character) => entities[character] ?? character);
