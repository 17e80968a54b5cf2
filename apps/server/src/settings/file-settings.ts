// Where files lie that are not of this machine alone.
import { z } from 'zod';
import { ConfigError, webAddress, yesOrNo } from '../config-values.ts';

/** A bucket of an S3 service, and how it lets us in. */
export interface S3Config {
  readonly bucket: string;
  /** Ends with a slash, or is empty. */
  readonly prefix: string;
  /** Undefined: Amazon's of the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly isPathStyle: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface FilesConfig extends S3Config {
  /** How much of what lies in the bucket this machine keeps a copy of. */
  readonly cacheBytes: number;
}

/** `s3://bucket/prefix`; names of buckets as Amazon has them, prefixes of plain letters. */
export const s3Place = z
  .string()
  .regex(
    /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9_-][A-Za-z0-9_.-]{0,100}){0,8}\/?$/,
    'must be such as s3://bucket or s3://bucket/prefix',
  )
  .transform((text) => {
    const [bucket = '', ...parts] = text.slice('s3://'.length).replace(/\/$/, '').split('/');
    return { bucket, prefix: parts.map((part) => `${part}/`).join('') };
  });

const keyText = z.string().regex(/^[\x21-\x7e]{1,500}$/, 'must be letters, digits and signs without spaces');

export const fileSettings = {
  FILES: s3Place.optional(),
  S3_ENDPOINT: webAddress
    .refine((url) => !/^[^/?#]*\/\/[^/?#]*@/.test(url), 'must name no user and no password')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/, 'must be the name of a region such as eu-central-1')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: keyText.optional(),
  S3_SECRET_ACCESS_KEY: keyText.optional(),
  S3_PATH_STYLE: yesOrNo.optional(),
  FILES_CACHE_MB: z.coerce
    .number('must be a number of megabytes from 10 to 1000000')
    .int('must be a number of megabytes from 10 to 1000000')
    .min(10, 'must be a number of megabytes from 10 to 1000000')
    .max(1_000_000, 'must be a number of megabytes from 10 to 1000000')
    .default(2000),
};

const environment = z.object(fileSettings);
type Values = z.infer<typeof environment>;

/** A place in S3 as these settings reach it. Throws `ConfigError` where they do not. */
export function s3Of(setting: string, place: { bucket: string; prefix: string }, values: Values): S3Config {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_ENDPOINT: endpoint } = values;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new ConfigError(`${setting} is in S3, so S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY have to be set as well.`);
  }
  // Names of buckets as hosts are Amazon's own; services of others seldom have a certificate for them.
  const isPathStyle = values.S3_PATH_STYLE ?? endpoint !== undefined;
  return { ...place, endpoint, region: values.S3_REGION, isPathStyle, accessKeyId, secretAccessKey };
}

/** Undefined where files lie in the data folder. */
export function filesOf(values: Values): FilesConfig | undefined {
  if (values.FILES === undefined) return undefined;
  return { ...s3Of('FILES', values.FILES, values), cacheBytes: values.FILES_CACHE_MB * 1_000_000 };
}
