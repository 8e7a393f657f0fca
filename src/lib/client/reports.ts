import { callData } from './http/request.ts';
import { nothing } from './http/response-shape.ts';

/** Tells staff about somebody else's post. @param reason why @throws CallFailed */
export const reportPost = (postId: string, reason: string): Promise<null> =>
  callData(`web/forum/posts/${postId}/report`, nothing, {
    method: 'post',
    json: { report_desc: reason },
  });
