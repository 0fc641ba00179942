/**
 * A self-signed certificate for `localhost` and 127.0.0.1, valid for a hundred years, and its key. Created
 * with openssl for tests only: it protects nothing, so the key may be public.
 */
export const selfSigned = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUCz6avPlTYsvtRZSX0sW/7UkoVLYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTAzMDUxNFoYDzIxMjYxMDI4
MDMwNTE0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATnKPQ6f7GVq+5QvLX7V+R58dtgBCTf8mGPzqs/3JltSPduz5T0y3q5
bkJZLdGdYogZCk+MHdZaqrZBFobah1vIo28wbTAdBgNVHQ4EFgQUvJ6nVEPVc1q/
FzmblvTBcm25TZYwHwYDVR0jBBgwFoAUvJ6nVEPVc1q/FzmblvTBcm25TZYwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgGsh08D9R0j0Y1ufLR55leKe+iAChiHhUPFikPbFk8mwCIEWP
2DdtRKM2joSZIkqwvuCLS7CaxPG8se9QLd8KxByQ
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgK1tOjWJeyBo3MDIE
nRL6shVSKA8Ne0DdjYQja6tQ1B2hRANCAATnKPQ6f7GVq+5QvLX7V+R58dtgBCTf
8mGPzqs/3JltSPduz5T0y3q5bkJZLdGdYogZCk+MHdZaqrZBFobah1vI
-----END PRIVATE KEY-----
`,
};
