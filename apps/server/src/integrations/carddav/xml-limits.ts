/** What an XML document may be made of before anyone builds something from it. */
export interface XmlLimits {
  /** Elements within one another. */
  readonly depth: number;
  /** Elements, attributes not counted. */
  readonly elements: number;
}

export type XmlExcess = 'tooDeep' | 'tooMany';

/** Of what has an end of its own, in which a "<" begins nothing. */
const skipped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;

/**
 * Whether a document keeps the limits; null where it does. Looks at tags only, once from its beginning to its end, and
 * builds nothing, so that it costs the same whatever the document holds. Whether it is XML at all is for others to say.
 */
export function excessOf(xml: string, { depth: mostDepth, elements: mostElements }: XmlLimits): XmlExcess | null {
  let depth = 0;
  let elements = 0;
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at)) {
    const other = skipped.find(([begin]) => xml.startsWith(begin, at));
    const end = other ? xml.indexOf(other[1], at + other[0].length) : xml.indexOf('>', at);
    if (other === undefined) {
      if (xml[at + 1] === '/') depth = Math.max(0, depth - 1);
      else {
        elements += 1;
        if (end === -1 || xml[end - 1] !== '/') depth += 1;
      }
      if (depth > mostDepth) return 'tooDeep';
      if (elements > mostElements) return 'tooMany';
    }
    if (end === -1) return null;
    at = end;
  }
  return null;
}
