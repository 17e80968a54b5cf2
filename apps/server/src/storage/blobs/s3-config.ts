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
