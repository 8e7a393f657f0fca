import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { t } from '#lib/messages/t.ts';

/** Why an image is rejected (docs/product.md, "Uploads"), for scripts: see `auth.ts`. */
export const IMAGE_MESSAGES = {
  unsupported_image_type: t('error.unsupported_image_type'),
  file_too_large: t('error.file_too_large'),
  image_empty: t('error.image_empty'),
  image_damaged: t('error.image_damaged'),
} satisfies Partial<Record<ErrorCode, string>>;
