/** Why a request of a directory is not done, as SCIM says it (RFC 7644 §3.12). `detail` is read by administrators there. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType, options: ErrorOptions = {}) {
    super(detail, options);
    this.name = 'ScimError';
    this.status = status;
    this.scimType = scimType;
  }
}

type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'noTarget'
  | 'uniqueness'
  | 'tooMany';

/** Its body. */
export const scimErrorBody = (status: number, detail: string, scimType?: string) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType === undefined ? {} : { scimType }),
  detail,
});
