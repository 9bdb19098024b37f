<?php

declare(strict_types=1);

namespace MedinaCare;

use Psr\SimpleCache\CacheInterface;

/**
 * The access token of a client. A cache shares it between the requests of a website.
 *
 * @internal
 */
final class Tokens
{
    /** Seconds. Tokens are renewed this long before they expire, so that none expires in transit. */
    private const RENEWED_BEFORE = 60;

    private ?Token $known = null;
    private readonly string $cacheKey;

    public function __construct(
        private readonly Http $http,
        string $url,
        private readonly Credentials $credentials,
        private readonly ?CacheInterface $cache,
    ) {
        // A rotated secret, or other scopes, need a different token.
        $holder = [$url, $credentials->clientId, $credentials->clientSecret, $credentials->scope];
        $this->cacheKey = 'medina-care.' . hash('sha256', (string) json_encode($holder));
    }

    public function get(): Token
    {
        $this->known ??= $this->cached();
        if ($this->known !== null && $this->known->until - self::RENEWED_BEFORE > time()) {
            return $this->known;
        }
        $new = $this->fetch();
        $this->known = new Token($new->value, $new->until, false);
        $this->cache?->set($this->cacheKey, [$new->value, $new->until], max(1, $new->until - self::RENEWED_BEFORE - time()));
        return $new;
    }

    /** Drops a refused token. */
    public function refused(Token $token): void
    {
        if ($this->known?->value === $token->value) {
            $this->known = null;
        }
        if ($this->cached()?->value === $token->value) {
            $this->cache?->delete($this->cacheKey);
        }
    }

    private function cached(): ?Token
    {
        $found = $this->cache?->get($this->cacheKey);
        return is_array($found) && count($found) === 2 ? new Token($found[0], $found[1], false) : null;
    }

    private function fetch(): Token
    {
        ['clientId' => $id, 'clientSecret' => $secret, 'scope' => $scope] = (array) $this->credentials;
        $body = ['grant_type' => 'client_credentials', 'client_id' => $id, 'client_secret' => $secret];
        if ($scope !== null) {
            $body['scope'] = implode(' ', $scope);
        }
        [$answer] = $this->http->json(new Request('POST', '/api/auth/token', body: $body, open: true));
        return new Token($answer['access_token'], time() + $answer['expires_in'], true);
    }
}
