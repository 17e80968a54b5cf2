import { randomBytes } from 'node:crypto';

/** A form as bytes, for a `fetch` that takes no forms. */
export interface MultipartBody {
  readonly contentType: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** A form of one file and of fields, which may have the same name several times. */
export function multipart(
  file: { readonly name: string; readonly type: string; readonly bytes: Uint8Array },
  fields: readonly (readonly [string, string])[],
): MultipartBody {
  const boundary = `sidetone-${randomBytes(16).toString('hex')}`;
  const heads = fields.map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const fileHead = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: ${file.type}\r\n\r\n`;
  const parts = [Buffer.from(heads.join('') + fileHead, 'utf8'), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)];
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(parts) };
}
