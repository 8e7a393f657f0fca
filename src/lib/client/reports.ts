import { requestData } from './http/request.ts';
import { ignoreBody } from './http/response-shape.ts';

/** Tells staff about somebody else's post. @param reason why @throws ApiError */
export const reportPost = (postId: string, reason: string): Promise<null> =>
  requestData(`web/forum/posts/${postId}/report`, ignoreBody, {
    method: 'post',
    json: { report_desc: reason },
  });
