<?php

declare(strict_types=1);

namespace MedinaCare;

use MedinaCare\Api\RootApi;
use Psr\SimpleCache\CacheInterface;

/** The client of an installation. Create one for the process, because it holds the access token. */
final class Medina extends RootApi
{
    private const TIMEOUT_SEC = 30.0;

    /**
     * @param string $url the URL of the installation, such as `https://api.clinic.example`
     * @param list<string>|null $scope the scopes of the token; by default all scopes of the client
     * @param float $timeoutSec the timeout of each attempt
     * @param string|null $userAgent your program's name and version for `User-Agent`, such as `pharmacy/2.1`
     * @param Transport|null $transport by default ext-curl
     * @param CacheInterface|null $cache stores the access token, so that requests of a website share it. Access to
     *     the cache is access as the client.
     */
    public function __construct(
        string $url,
        string $clientId,
        #[\SensitiveParameter] string $clientSecret,
        ?array $scope = null,
        float $timeoutSec = self::TIMEOUT_SEC,
        ?Hooks $hooks = null,
        ?string $userAgent = null,
        ?Transport $transport = null,
        ?CacheInterface $cache = null,
    ) {
        $credentials = new Credentials($clientId, $clientSecret, $scope);
        $hooks ??= new Hooks();
        parent::__construct(
            new Http($url, $credentials, $timeoutSec, $hooks, $userAgent, $transport ?? new CurlTransport(), $cache),
        );
    }

    /** Downloads a file from the `url` in a response, such as that of `documents->generate`. Sends no access token. */
    public function download(string $url, ?Options $options = null): File
    {
        $path = '/files/{tenant}/{subject}/{name}';
        return $this->http->send(new Request('GET', $path, url: $url, open: true, kind: 'file', options: $options));
    }
}
