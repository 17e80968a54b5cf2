import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Download } from '../requests/download.ts';
import { notFound } from '../requests/refusal.ts';

/**
 * Answers with a file, or with the part of it that the Range header asks for (RFC 9110 §14): 206 for one range, 416 for
 * one behind its end, the whole file for anything else. A file that is gone is NOT_FOUND.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: Download): Promise<FastifyReply> {
  const { size, open } = await sourceOf(file);
  // What is deleted here, and what someone else may not hear, must not stay with a browser.
  reply.header('cache-control', 'no-store').header('accept-ranges', 'bytes').type(file.contentType);
  const range = rangeOf(request.headers.range, size);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();
  const { from, to } = range ?? { from: 0, to: size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
  reply.header('content-length', to - from + 1);
  if (size === 0) return reply.send('');
  return reply.send(await open(from, to));
}

async function sourceOf({ file }: Download) {
  if (typeof file !== 'string') return { size: file.bytes, open: (from: number, to: number) => file.open(from, to) };
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw notFound('file');
  return { size: found.size, open: async (start: number, end: number) => createReadStream(file, { start, end }) };
}

/** The one range of the header; null where the whole file is to be sent. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { from: number; to: number } | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '')
    return Number(last) === 0 ? 'unsatisfiable' : { from: Math.max(0, size - Number(last)), to: size - 1 };
  const [from, to] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < from) return null; // invalid, and so as if it were not there
  return from >= size ? 'unsatisfiable' : { from, to };
}
