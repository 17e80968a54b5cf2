import { type DAVResponse, davRequest } from 'tsdav';
import { z } from 'zod';

const written = z.union([z.string(), z.number(), z.boolean()]).transform(String);
/** Text as tsdav reads it: bare, or as CDATA; an empty element is an object without anything. */
const text = z
  .union([written, z.object({ _cdata: written }).transform(({ _cdata }) => _cdata)])
  .nullish()
  .catch(null);
const oneOrMany = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .union([z.array(shape), shape.transform((one) => [one])])
    .nullish()
    .catch(null);
/** Elements of which only the names say something. */
const named = z
  .record(z.string(), z.unknown())
  .transform((found) => Object.fromEntries(Object.keys(found).map((name) => [name, true as const])));
const href = z
  .object({ href: oneOrMany(written) })
  .nullish()
  .catch(null);

const davProps = z.object({
  resourcetype: named.nullish().catch(null),
  displayname: text,
  getetag: text,
  getctag: text,
  syncToken: text,
  addressData: text,
  currentUserPrincipal: href,
  addressbookHomeSet: href,
  supportedReportSet: z
    .object({ supportedReport: oneOrMany(z.object({ report: named })) })
    .nullish()
    .catch(null),
  currentUserPrivilegeSet: z
    .object({ privilege: oneOrMany(named) })
    .nullish()
    .catch(null),
});
export type DavProps = z.output<typeof davProps>;

const multistatus = z.object({ multistatus: z.object({ syncToken: text }) });

/** What a server tells about one thing; what it told in a form that nobody foresaw is missing. */
interface ToldItem {
  readonly href: string;
  readonly status: number;
  readonly props: DavProps;
}

export interface Multistatus {
  readonly items: readonly ToldItem[];
  /** Of a sync-collection report. */
  readonly syncToken: string | null;
}

/** The answer of a WebDAV server (RFC 4918 §13) from its XML; null where it is none. Takes as long as the XML is large. */
export async function readMultistatus(xml: string): Promise<Multistatus | null> {
  const responses = await davRequest({
    url: 'http://read.invalid/',
    init: { method: 'REPORT', body: undefined },
    convertIncoming: false,
    fetch: async () => new Response(xml, { status: 207, headers: { 'content-type': 'text/xml' } }),
  });
  const whole = multistatus.safeParse(responses[0]?.raw);
  if (!whole.success) return null;
  return { items: responses.flatMap(itemOf), syncToken: whole.data.multistatus.syncToken ?? null };
}

function itemOf({ href: path, status, props }: DAVResponse): ToldItem[] {
  return path === undefined ? [] : [{ href: String(path), status, props: davProps.parse(props ?? {}) }];
}
