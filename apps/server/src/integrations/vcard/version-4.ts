import { type JCard, type JProperty, parameterValues } from './j-card.ts';

/** The card as one of version 4.0 (RFC 6350): what that says in another way is written so. */
export function inVersion4([, all]: JCard): JCard {
  const isOlder = all.some(([name, , , value]) => name === 'version' && value !== '4.0');
  const others = all.filter(([name]) => name !== 'version');
  return ['vcard', [['version', {}, 'unknown', '4.0'], ...(isOlder ? others.map(converted) : others)]];
}

const converted = (property: JProperty): JProperty => {
  const [name, parameters, type, value] = preferred(property);
  const { encoding, ...others } = parameters;
  // §6.2.4 and its like: what was binary is an address of the kind `data:`.
  if (encoding === 'b') {
    const { type: kind, ...rest } = others;
    return [name, rest, 'unknown', `data:${mediaType(name, [kind ?? ''].flat()[0] ?? '')};base64,${value}`];
  }
  if (name === 'geo' && /^-?[\d.]+;-?[\d.]+$/.test(value))
    return [name, others, 'unknown', `geo:${value.replace(';', ',')}`];
  if (name === 'x-addressbookserver-kind') return ['kind', others, 'unknown', value];
  return [name, others, type, value];
};

/** Appendix A.2: a type `pref` is a parameter of its own. */
const preferred = (property: JProperty): JProperty => {
  const [name, { type, ...others }, kind, value] = property;
  if (type === undefined) return property;
  const types = [type].flat();
  const rest = types.filter((one) => one.toLowerCase() !== 'pref');
  const isPreferred = parameterValues(property, 'type').includes('pref') && rest.length < types.length;
  return [name, { ...others, ...(rest.length > 0 && { type: rest }), ...(isPreferred && { pref: '1' }) }, kind, value];
};

const mediaType = (name: string, kind: string): string => {
  const sub = kind.toLowerCase().replace(/[^a-z0-9.+-]/g, '');
  if (sub.includes('/')) return sub;
  if (name === 'sound') return `audio/${sub || 'basic'}`;
  if (name === 'key') return 'application/octet-stream';
  return `image/${sub || 'jpeg'}`;
};
