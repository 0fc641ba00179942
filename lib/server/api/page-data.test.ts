import { expect, test } from 'vitest';
import { FailureError } from '../errors.ts';
import { StorageError } from '../storage/storage-error.ts';
import { etaggedBody } from './http.ts';
import { optionalData, pageData } from './page-data.ts';

test('the data of a page is the body and the tag, or the failure; a bug is not caught', async () => {
  const answered = etaggedBody({ data: 1 });
  expect((await pageData(async () => answered)).answer).toEqual({ body: { data: 1 }, etag: answered.tag });
  const { failure } = await pageData(() => Promise.reject(new FailureError({ code: 'not_found' })));
  expect(failure?.code).toBe('not_found');
  await expect(pageData(() => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug');
});

test('row 86: optional data never breaks a page, even when the storage of the history fails', async () => {
  const answered = etaggedBody({ data: 1 });
  expect(await optionalData(async () => answered)).toEqual({ body: { data: 1 }, etag: answered.tag });
  expect(await optionalData(() => Promise.reject(new StorageError('other')))).toBeNull();
});
